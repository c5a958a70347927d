import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  type webcrypto,
} from "node:crypto";
import type {
  CreationOptions,
  NewPasskey,
  RequestOptions,
  UsedPasskey,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import { testOrigin } from "./test-portal.ts";

/** What an authenticator, or whoever stands between, does otherwise than it should. */
export interface Deviation {
  /** The page that the browser says it is. */
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly type?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly backupEligible?: boolean;
  readonly userHandle?: string | undefined;
  /** Signs with a key that is not the passkey's. */
  readonly foreignKey?: boolean;
}

const encoded = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

// The few words of CBOR that an attestation needs.
const cborHead = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));

function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" }) as webcrypto.JsonWebKey;
  const entries: readonly (readonly [number, Buffer])[] = [
    [1, cborInteger(2)],
    [3, cborInteger(-7)],
    [-1, cborInteger(1)],
    [-2, cborBytes(Buffer.from(x, "base64url"))],
    [-3, cborBytes(Buffer.from(y, "base64url"))],
  ];
  const parts = entries.flatMap(([label, value]) => [cborInteger(label), value]);
  return Buffer.concat([cborHead(5, entries.length), ...parts]);
}

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** A passkey in an authenticator of our own, which signs with a real key and lies where it is told. */
export class SoftwarePasskey {
  readonly id = encoded(randomBytes(32));
  counter = 0;
  #key = newKey();
  #userHandle = encoded(randomBytes(64));
  readonly #options: { readonly counts: boolean; readonly synced: boolean };

  /** @param options whether it counts its uses, and whether its maker copies it between devices. */
  constructor(options: { readonly counts?: boolean; readonly synced?: boolean } = {}) {
    this.#options = { counts: options.counts ?? false, synced: options.synced ?? false };
  }

  #authenticatorData(rpId: string, deviation: Deviation, attested?: Buffer): Buffer {
    const { isPresent = true, isVerified = true } = deviation;
    const eligible = deviation.backupEligible ?? this.#options.synced;
    const flags =
      (isPresent ? 1 : 0) |
      (isVerified ? 4 : 0) |
      (eligible ? 8 | 16 : 0) |
      (attested === undefined ? 0 : 64);
    if (this.#options.counts) this.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? this.counter);
    const parts = [sha256(deviation.rpId ?? rpId), Buffer.from([flags]), counter];
    return Buffer.concat(attested === undefined ? parts : [...parts, attested]);
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = testOrigin, crossOrigin = false } = deviation;
    const said = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
      crossOrigin,
    };
    return Buffer.from(JSON.stringify(said));
  }

  /** What the browser's `create` would answer. */
  create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}): NewPasskey {
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      coseKey(this.#key.publicKey),
    ]);
    const authData = this.#authenticatorData(rp.id, deviation, attested);
    const attestation = Buffer.concat([
      cborHead(5, 3),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      cborHead(5, 0),
      cborText("authData"),
      cborBytes(authData),
    ]);
    return {
      credentialId: this.id,
      clientDataJSON: encoded(this.#clientData("webauthn.create", challenge, deviation)),
      attestationObject: encoded(attestation),
      transports: this.#options.synced ? ["internal", "hybrid"] : ["usb"],
    };
  }

  /** What the browser's `get` would answer. */
  get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}): UsedPasskey {
    const authenticatorData = this.#authenticatorData(rpId, deviation);
    const clientData = this.#clientData("webauthn.get", challenge, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const key = deviation.foreignKey ? newKey() : this.#key;
    const userHandle = "userHandle" in deviation ? deviation.userHandle : this.#userHandle;
    return {
      credentialId: this.id,
      clientDataJSON: encoded(clientData),
      authenticatorData: encoded(authenticatorData),
      signature: encoded(sign("sha256", signed, key.privateKey)),
      ...(userHandle === undefined ? {} : { userHandle }),
    };
  }
}

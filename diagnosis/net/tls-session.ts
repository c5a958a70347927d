import type { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import {
  connect,
  createSecureContext,
  type DetailedPeerCertificate,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import type { TlsOptions, TlsSession, TlsVersion } from "./clients.ts";
import { NetError } from "./net-error.ts";
import { toNetError } from "./socket-errors.ts";
import type { TargetSession } from "./target-session.ts";

/** Longest chain that is followed. */
const MAX_CHAIN = 12;

/**
 * OpenSSL's default groups without its post-quantum hybrid, for which every client makes a second key
 * before it knows whether that is wanted. What we fetch is public and worth no such key; whether a
 * server offers the hybrid is asked by a hello of our own.
 */
const USUAL_GROUPS = "X25519:P-256:X448:P-384:P-521:ffdhe2048:ffdhe3072";

/** What a handshake insists on and reports besides its outcome. */
export interface SecureRules {
  /** Refuses an untrusted or misnamed certificate. */
  readonly verify?: boolean;
  /** Hears the stapled OCSP response (DER), which arrives before the handshake is done. */
  readonly onOcsp?: (response: Uint8Array) => void;
}

/** Makes TLS connections over sockets that are already connected and guarded. */
export class TlsHandshaker {
  readonly #anchors: readonly string[];
  readonly #contexts = new Map<string, SecureContext>();

  /** @param anchors PEM roots trusted beside the public ones (fixtures only) */
  constructor(anchors: readonly string[] = []) {
    this.#anchors = anchors;
  }

  /**
   * Runs one handshake. A bad certificate is no error unless `verify` is set; a failed handshake
   * throws `tls`, a silent peer `timeout`.
   */
  async secure(
    session: TargetSession,
    socket: Socket,
    options: TlsOptions & { readonly servername: string },
    { verify = false, onOcsp }: SecureRules = {},
  ): Promise<TLSSocket> {
    const secure = connect({
      socket,
      servername: options.servername,
      secureContext: this.#context(options),
      rejectUnauthorized: verify,
      requestOCSP: true,
      ...(options.alpn ? { ALPNProtocols: [...options.alpn] } : {}),
      ...(verify ? {} : { checkServerIdentity: () => undefined }),
    });
    secure.getPeerCertificate = verify ? leafAlone(secure) : noCertificate;
    secure.on("error", () => undefined);
    if (onOcsp)
      secure.on("OCSPResponse", (bytes: Buffer | null) => {
        if (bytes && bytes.length > 0) onOcsp(bytes);
      });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new NetError("timeout", "handshake"));
        secure.destroy();
        socket.destroy();
      }, session.limits.responseMs);
      const fail = (error: unknown) => {
        clearTimeout(timer);
        socket.destroy();
        reject(session.signal.aborted ? session.signal.reason : toNetError(error, "tls"));
      };
      secure.once("secureConnect", () => {
        clearTimeout(timer);
        resolve();
      });
      secure.once("error", fail);
      secure.once("close", () => fail(new NetError("closed", "closed during the handshake")));
    });
    return secure;
  }

  #context(options: TlsOptions): SecureContext {
    const minVersion = options.minVersion ?? "TLSv1";
    const maxVersion = options.maxVersion ?? "TLSv1.3";
    // Old protocols and small keys must be seen to be reported.
    const { ciphers = "ALL:!aNULL:!eNULL:@SECLEVEL=0", postQuantum = false } = options;
    const { signatures } = options;
    const key = `${minVersion} ${maxVersion} ${ciphers} ${postQuantum} ${signatures}`;
    const known = this.#contexts.get(key);
    if (known) return known;
    const context = createSecureContext({
      minVersion,
      maxVersion,
      ciphers,
      ...(signatures ? { sigalgs: signatures } : {}),
      ...(postQuantum ? {} : { ecdhCurve: USUAL_GROUPS }),
      ...(this.#anchors.length > 0 ? { ca: [...rootCertificates, ...this.#anchors] } : {}),
    });
    this.#contexts.set(key, context);
    return context;
  }
}

/*
 * In place of what Node does before it calls `checkServerIdentity`: it writes the whole chain out as plain
 * objects. Of them identity is read from the server's own alone; where none is insisted on nobody reads any,
 * as our own checks read `X509Certificate`.
 */
const noCertificate: TLSSocket["getPeerCertificate"] = () => NO_CERTIFICATE;
const NO_CERTIFICATE = {} as DetailedPeerCertificate;
const leafAlone = (socket: TLSSocket): TLSSocket["getPeerCertificate"] => {
  const original = socket.getPeerCertificate;
  return () => original.call(socket, false) as DetailedPeerCertificate;
};

/** What the handshake negotiated. Throws `tls` when the peer showed no certificate. */
export function describeSession(socket: TLSSocket, ocsp: Uint8Array | null): TlsSession {
  const leaf = socket.getPeerX509Certificate();
  if (!leaf) throw new NetError("tls", "no certificate");
  const error: unknown = socket.authorizationError;
  return {
    address: socket.remoteAddress ?? "",
    protocol: socket.getProtocol() as TlsVersion,
    cipher: socket.getCipher().standardName,
    alpn: socket.alpnProtocol || null,
    ephemeral: ephemeralKey(socket),
    certificates: chain(leaf),
    trusted: socket.authorized,
    trustError: socket.authorized ? null : String(error instanceof Error ? error.message : error),
    ocsp,
  };
}

function ephemeralKey(socket: TLSSocket): TlsSession["ephemeral"] {
  const info: object | null = socket.getEphemeralKeyInfo();
  if (info === null || !("type" in info) || !("size" in info)) return null;
  if (typeof info.type !== "string" || typeof info.size !== "number") return null;
  const name = "name" in info && typeof info.name === "string" ? { name: info.name } : {};
  return { type: info.type, bits: info.size, ...name };
}

function chain(leaf: X509Certificate): readonly X509Certificate[] {
  const certificates = [leaf];
  let last = leaf;
  while (certificates.length < MAX_CHAIN) {
    const issuer = last.issuerCertificate;
    if (!issuer || issuer.fingerprint256 === last.fingerprint256) break;
    certificates.push(issuer);
    last = issuer;
  }
  return certificates;
}

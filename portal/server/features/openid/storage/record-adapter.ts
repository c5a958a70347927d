import { hashToken } from "@sekimori/kit-server/cookies";
import {
  type Adapter,
  type AdapterPayload,
  errors,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import {
  type NewRecord,
  type RequestMemory,
  rememberGrant,
  requestMemory,
} from "../protocol/request-memory.ts";
import {
  consumeRecord,
  exchangeRecords,
  insertNewRecord,
  selectByUserCode,
  selectGrant,
  selectRecord,
  selectSuccessor,
  selectToken,
  upsertRecord,
} from "./record-statements.ts";
import {
  isRepeatable,
  openSuccessor,
  type Repeatable,
  sealSuccessor,
} from "./refresh-successor.ts";

type Books = Pick<PortalContext, "db" | "pipeline" | "clock" | "sealer">;

/** Kinds whose payload repeats what a person typed or an application knows of them (login_hint). */
const sealedModels: ReadonlySet<string> = new Set([
  "Interaction",
  "PushedAuthorizationRequest",
  "DeviceCode",
]);

/** What names a grant and an account: the engine asks for both as soon as it has one of these. */
const tokenModels: ReadonlySet<string> = new Set([
  "AccessToken",
  "AuthorizationCode",
  "RefreshToken",
]);

interface StoredRecord {
  readonly payload: unknown;
  readonly consumed_at: Date | null;
}

interface StoredToken extends StoredRecord {
  readonly grant_id: string | null;
  readonly grant_payload: unknown;
  readonly account_id: string | null;
  readonly has_successor: boolean;
}

/**
 * Keeps one kind of the provider's records. Identifiers are kept as hashes: a copy of the table
 * lets nobody exchange a code or use a token. Times are the machine's own, which the provider's
 * engine reads too, and not the product's clock.
 */
export class RecordAdapter implements Adapter {
  readonly #books: Books;
  readonly #model: string;

  constructor(books: Books, model: string) {
    this.#books = books;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti: _known, ...rest } = payload;
    // Who finds it by the user's code has to learn its own from it.
    const kept = this.#model === "DeviceCode" ? payload : rest;
    const record: NewRecord = [
      this.#model,
      hashToken(id),
      this.#write(id, kept),
      // A grant carries its own name too, so that whoever ends it finds what came of it.
      this.#model === "Grant" ? id : (payload.grantId ?? null),
      expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
    ];
    const memory = requestMemory();
    if (memory?.used && tokenModels.has(this.#model)) {
      memory.records.push(record);
      return;
    }
    if (this.#model === "Grant") memory?.grants.delete(id);
    if (this.#model !== "ReplayDetection") {
      await this.#query(upsertRecord, record);
      return;
    }
    // The engine looks before it writes; of two at once only the one that writes first is new.
    const written = await this.#query(insertNewRecord, record);
    if (written.length === 0) throw new errors.InvalidDpopProof("the proof was used before");
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (tokenModels.has(this.#model)) return this.#findToken(id);
    if (this.#model === "Grant") return this.#findGrant(id);
    const [row] = await this.#query<StoredRecord>(selectRecord, [this.#model, hashToken(id)]);
    return row && this.#shown(id, row);
  }

  async #findGrant(id: string): Promise<AdapterPayload | undefined> {
    const memory = requestMemory();
    if (memory?.grants.has(id)) return memory.grants.get(id);
    const parameters = [hashToken(id), this.#books.clock.now()];
    const [row] = await this.#query<StoredRecord>(selectGrant, parameters);
    return row && this.#shown(id, row);
  }

  async #findToken(id: string): Promise<AdapterPayload | undefined> {
    const parameters = [this.#model, hashToken(id), this.#books.clock.now()];
    const [row] = await this.#query<StoredToken>(selectToken, parameters);
    if (row === undefined) return undefined;
    const memory = requestMemory();
    if (memory && row.account_id !== null) memory.accounts.add(row.account_id);
    if (memory && row.grant_id !== null) rememberGrant(memory, row.grant_id, row.grant_payload);
    if (memory && this.#isRepeat(row)) {
      memory.isRepeat = true;
      return this.#shown(id, { ...row, consumed_at: null });
    }
    return this.#shown(id, row);
  }

  /** A refresh token whose answer may be given again; whether it is, `settleExchange` decides. */
  #isRepeat({ has_successor: has, consumed_at: at }: StoredToken): boolean {
    const isAsked = this.#model === "RefreshToken" && Provider.ctx?.oidc.route === "token";
    return isAsked && has && isRepeatable(at, new Date());
  }

  /** Only sessions have one, and they have an adapter of their own. */
  async findByUid(): Promise<undefined> {
    return undefined;
  }

  /** A device's request by the code that a person types; its own is sealed in it. */
  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#query<StoredRecord & { readonly id_digest: string }>(
      selectByUserCode,
      [hashToken(userCode)],
    );
    if (row === undefined) return undefined;
    const { jti: id = "", ...payload } = this.#open(row.id_digest, row.payload);
    return this.#asFound(id, payload, row.consumed_at);
  }

  /**
   * Uses a code, a refresh token or a pushed request up. At the token endpoint it waits for
   * `settleExchange`, which writes it together with what is handed out for it.
   *
   * @throws errors.InvalidGrant when it was used before.
   */
  async consume(id: string): Promise<void> {
    const used = { model: this.#model, digest: hashToken(id) };
    const memory = Provider.ctx?.oidc.route === "token" ? requestMemory() : undefined;
    if (memory !== undefined) memory.used = used;
    else if (!(await useUp(this.#books, used, []))) await refuseReuse(this.#books, used);
  }

  async destroy(id: string): Promise<void> {
    requestMemory()?.grants.delete(id);
    await this.#books.db
      .deleteFrom("portal.oidc_record")
      .where("model", "=", this.#model)
      .where("id_digest", "=", hashToken(id))
      .execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#books.db
      .deleteFrom("portal.oidc_record")
      .where("model", "=", this.#model)
      .where("grant_id", "=", grantId)
      .execute();
  }

  #query<Row extends object>(text: string, parameters: readonly unknown[]) {
    return this.#books.pipeline.query<Row>(text, parameters);
  }

  #shown(id: string, { payload, consumed_at: consumedAt }: StoredRecord): AdapterPayload {
    return this.#asFound(id, this.#open(hashToken(id), payload), consumedAt);
  }

  #asFound(id: string, payload: AdapterPayload, consumedAt: Date | null): AdapterPayload {
    const shown = { ...payload, jti: id };
    if (consumedAt === null) return shown;
    return { ...shown, consumed: Math.floor(consumedAt.getTime() / 1000) };
  }

  #sealContext(digest: string): string {
    return `portal.oidc_record.payload:${this.#model}:${digest}`;
  }

  #write(id: string, payload: AdapterPayload): string {
    const text = JSON.stringify(payload);
    if (!sealedModels.has(this.#model)) return text;
    const sealed = this.#books.sealer.seal(text, this.#sealContext(hashToken(id)));
    const { userCode } = payload;
    return JSON.stringify({
      sealed: sealed.toString("base64"),
      ...(userCode === undefined ? {} : { userCode: hashToken(userCode) }),
    });
  }

  #open(digest: string, stored: unknown): AdapterPayload {
    if (!sealedModels.has(this.#model)) return stored as AdapterPayload;
    const { sealed } = stored as { readonly sealed: string };
    const opened = this.#books.sealer.open(
      Buffer.from(sealed, "base64"),
      this.#sealContext(digest),
    );
    return JSON.parse(opened.toString("utf8")) as AdapterPayload;
  }
}

type Used = NonNullable<RequestMemory["used"]>;

/**
 * Uses something up and writes what is handed out for it: ONE statement, so that of uses at the
 * same time a single one succeeds.
 *
 * @param answer sealed, for whoever asks again at once.
 * @returns whether it was this use.
 */
async function useUp(
  { pipeline }: Pick<PortalContext, "pipeline">,
  { model, digest }: Used,
  records: readonly NewRecord[],
  answer: Buffer | null = null,
): Promise<boolean> {
  const now = new Date();
  const written = await (records.length === 0
    ? pipeline.query(consumeRecord, [model, digest, now])
    : pipeline.query(exchangeRecords(records.length), [
        model,
        digest,
        now,
        answer,
        ...records.flat(),
      ]));
  return written.length > 0;
}

/**
 * A second use means that two parties hold the value: the grant and all that came of it are revoked
 * (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
 *
 * @throws errors.InvalidGrant always.
 */
async function refuseReuse(
  { db }: Pick<PortalContext, "db">,
  { model, digest }: Used,
): Promise<never> {
  const used = await db
    .selectFrom("portal.oidc_record")
    .select("grant_id")
    .where("model", "=", model)
    .where("id_digest", "=", digest)
    .executeTakeFirst();
  if (used && used.grant_id !== null) await revokeGrant(db, used.grant_id);
  throw new errors.InvalidGrant("already used");
}

/**
 * Writes what an exchange at the token endpoint has come to. Nothing of it has left yet. An
 * exchange that was refused after its code was accepted has used the code up all the same. Whoever
 * exchanges a refresh token again at once, and proves to be the same application, is given the same
 * answer; there is one line of successors either way.
 *
 * @throws errors.InvalidGrant when another was faster, or it was used before.
 */
export async function settleExchange(
  books: Pick<PortalContext, "db" | "pipeline" | "sealer">,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const memory = requestMemory(ctx);
  if (memory?.used === undefined) return;
  const { used } = memory;
  const isGiven = ctx.status === 200;
  const repeatable = isGiven && used.model === "RefreshToken" ? repeatableOf(ctx, used) : undefined;
  const answer = repeatable && sealSuccessor(books.sealer, repeatable, ctx.body);
  // One that was refused has changed nothing of an answer that was given before.
  if (memory.isRepeat && !isGiven) return;
  if (await useUp(books, used, isGiven ? memory.records : [], answer)) return;
  const earlier = repeatable && (await earlierAnswer(books, used, repeatable));
  if (earlier === undefined) return refuseReuse(books, used);
  ctx.body = earlier;
}

/** Only an application that has proved itself is answered twice; another may have stolen the token. */
function repeatableOf({ oidc }: KoaContextWithOIDC, { digest }: Used): Repeatable | undefined {
  const { client, params } = oidc;
  if (client === undefined || client.clientAuthMethod === "none") return undefined;
  const asked = JSON.stringify([params?.scope ?? "", params?.resource ?? ""]);
  return { digest, clientId: client.clientId, asked };
}

async function earlierAnswer(
  { pipeline, sealer }: Pick<PortalContext, "pipeline" | "sealer">,
  { model, digest }: Used,
  repeatable: Repeatable,
): Promise<unknown> {
  const [row] = await pipeline.query<{ successor: Buffer; consumed_at: Date }>(selectSuccessor, [
    model,
    digest,
  ]);
  if (row === undefined || !isRepeatable(row.consumed_at, new Date())) return undefined;
  return openSuccessor(sealer, repeatable, row.successor);
}

/** Ends a grant: every code and token of it is worth nothing from here on. */
async function revokeGrant(db: PortalContext["db"], grantId: string): Promise<void> {
  await db
    .deleteFrom("portal.oidc_record")
    .where((record) =>
      record.or([
        record("grant_id", "=", grantId),
        record.and([record("model", "=", "Grant"), record("id_digest", "=", hashToken(grantId))]),
      ]),
    )
    .execute();
}

import { hashToken } from "@sekimori/kit-server/cookies";
import { type Adapter, type AdapterPayload, errors, Provider } from "oidc-provider";
import type { PortalContext } from "../../context.ts";
import {
  consumeRecord,
  exchangeRecords,
  insertNewRecord,
  selectGrant,
  selectRecord,
  selectToken,
  upsertRecord,
} from "./record-statements.ts";
import {
  type NewRecord,
  type RequestMemory,
  rememberGrant,
  requestMemory,
} from "./request-memory.ts";

type Books = Pick<PortalContext, "db" | "pipeline" | "clock" | "sealer">;

/** Kinds whose payload repeats what a person typed or an application knows of them (login_hint). */
const sealedModels: ReadonlySet<string> = new Set(["Interaction", "PushedAuthorizationRequest"]);

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
    const record: NewRecord = [
      this.#model,
      hashToken(id),
      this.#write(id, rest),
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
    return this.#shown(id, row);
  }

  /** Only sessions have one, and they have an adapter of their own. */
  async findByUid(): Promise<undefined> {
    return undefined;
  }

  /** The device flow is not offered. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
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
    if (memory === undefined) await useUp(this.#books, used, []);
    else memory.used = used;
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
    const shown = { ...this.#read(id, payload), jti: id };
    if (consumedAt === null) return shown;
    return { ...shown, consumed: Math.floor(consumedAt.getTime() / 1000) };
  }

  #sealContext(id: string): string {
    return `portal.oidc_record.payload:${this.#model}:${hashToken(id)}`;
  }

  #write(id: string, payload: AdapterPayload): string {
    const text = JSON.stringify(payload);
    if (!sealedModels.has(this.#model)) return text;
    const sealed = this.#books.sealer.seal(text, this.#sealContext(id));
    return JSON.stringify({ sealed: sealed.toString("base64") });
  }

  #read(id: string, stored: unknown): AdapterPayload {
    if (!sealedModels.has(this.#model)) return stored as AdapterPayload;
    const { sealed } = stored as { readonly sealed: string };
    const opened = this.#books.sealer.open(Buffer.from(sealed, "base64"), this.#sealContext(id));
    return JSON.parse(opened.toString("utf8")) as AdapterPayload;
  }
}

type Used = NonNullable<RequestMemory["used"]>;

/**
 * Uses something up and writes what is handed out for it: ONE statement, so that of uses at the
 * same time a single one succeeds. A second use means that two parties hold the value: the grant
 * and all that came of it are revoked (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
 *
 * @throws errors.InvalidGrant when it was used before.
 */
async function useUp(
  { db, pipeline }: Pick<PortalContext, "db" | "pipeline">,
  { model, digest }: Used,
  records: readonly NewRecord[],
): Promise<void> {
  const text = records.length === 0 ? consumeRecord : exchangeRecords(records.length);
  const parameters = [model, digest, new Date(), ...records.flat()];
  const written = await pipeline.query(text, parameters);
  if (written.length > 0) return;
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
 * exchange that was refused after its code was accepted has used the code up all the same.
 *
 * @throws errors.InvalidGrant when another was faster.
 */
export async function settleExchange(
  books: Pick<PortalContext, "db" | "pipeline">,
  ctx: { readonly status: number },
): Promise<void> {
  const memory = requestMemory(ctx);
  if (memory?.used === undefined) return;
  await useUp(books, memory.used, ctx.status === 200 ? memory.records : []);
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

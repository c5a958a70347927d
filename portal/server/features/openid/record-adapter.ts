import { hashToken } from "@sekimori/kit-server/cookies";
import { CompiledQuery } from "kysely";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { PortalContext } from "../../context.ts";

type Books = Pick<PortalContext, "db" | "clock" | "sealer">;

/** Kinds whose payload repeats what a person typed or an application knows of them (login_hint). */
const sealedModels: ReadonlySet<string> = new Set(["Interaction", "PushedAuthorizationRequest"]);

// Written out, because every request of an application runs several of them and building them each
// time costs more than sending them.
const insertRecord = `
  insert into portal.oidc_record (model, id_digest, payload, grant_id, expires_at)
  values ($1, $2, $3::jsonb, $4, $5)`;
const upsertRecord = `${insertRecord}
  on conflict (model, id_digest) do update set
    payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`;
const insertNewRecord = `${insertRecord} on conflict do nothing returning id_digest`;
const selectRecord = `
  select payload, consumed_at from portal.oidc_record where model = $1 and id_digest = $2`;
/** A grant that belongs to a session is there while the session lasts. */
const selectGrant = `
  select r.payload, r.consumed_at
  from portal.oidc_record r left join portal.session s on s.id = r.session_id
  where r.model = 'Grant' and r.id_digest = $1 and (r.session_id is null or s.expires_at > $2)`;
const consumeRecord = `
  update portal.oidc_record set consumed_at = $3
  where model = $1 and id_digest = $2 and consumed_at is null
  returning id_digest`;

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
    const values = [
      this.#model,
      hashToken(id),
      this.#write(id, rest),
      payload.grantId ?? null,
      expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
    ];
    const { db } = this.#books;
    if (this.#model !== "ReplayDetection") {
      await db.executeQuery(CompiledQuery.raw(upsertRecord, values));
      return;
    }
    // The engine looks before it writes; of two at once only the one that writes first is new.
    const { rows } = await db.executeQuery(CompiledQuery.raw(insertNewRecord, values));
    if (rows.length === 0) throw new errors.InvalidDpopProof("the proof was used before");
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { db, clock } = this.#books;
    const query =
      this.#model === "Grant"
        ? CompiledQuery.raw(selectGrant, [hashToken(id), clock.now()])
        : CompiledQuery.raw(selectRecord, [this.#model, hashToken(id)]);
    const { rows } = await db.executeQuery<{ payload: unknown; consumed_at: Date | null }>(query);
    const row = rows[0];
    if (row === undefined) return undefined;
    const payload = { ...this.#read(id, row.payload), jti: id };
    return row.consumed_at === null
      ? payload
      : { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) };
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
   * Uses a code or a refresh token up: ONE conditional update, so that of uses at the same time a
   * single one succeeds. A second use means that two parties hold the value: the grant and all that
   * came of it are revoked (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
   *
   * @throws errors.InvalidGrant when it was used before.
   */
  async consume(id: string): Promise<void> {
    const digest = hashToken(id);
    const { db } = this.#books;
    const { rows } = await db.executeQuery(
      CompiledQuery.raw(consumeRecord, [this.#model, digest, new Date()]),
    );
    const [consumed] = rows;
    if (consumed !== undefined) return;
    const used = await db
      .selectFrom("portal.oidc_record")
      .select("grant_id")
      .where("model", "=", this.#model)
      .where("id_digest", "=", digest)
      .executeTakeFirst();
    if (used && used.grant_id !== null) await revokeGrant(db, used.grant_id);
    throw new errors.InvalidGrant("already used");
  }

  async destroy(id: string): Promise<void> {
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

/** Makes a grant end with a session of the portal. */
export async function endWithSession(
  db: PortalContext["db"],
  grantId: string,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable("portal.oidc_record")
    .set({ session_id: sessionId })
    .where("model", "=", "Grant")
    .where("id_digest", "=", hashToken(grantId))
    .execute();
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

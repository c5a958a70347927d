import type { Kysely } from "kysely";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { SandboxTables } from "../database/tables.ts";
import { expiredCodeSubject } from "./identity-accounts.ts";

/** Keeps one kind of the protocol engine's records in the sandbox's schema. */
export class IdentityAdapter implements Adapter {
  readonly #books: Kysely<SandboxTables>;
  readonly #model: string;

  constructor(books: Kysely<SandboxTables>, model: string) {
    this.#books = books;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const record = {
      payload: JSON.stringify(payload),
      grant_id: payload.grantId ?? null,
      user_code: payload.userCode ?? null,
      uid: payload.uid ?? null,
      expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
    };
    await this.#books
      .insertInto("sandbox.identity_record")
      .values({ model: this.#model, id, ...record, consumed_at: null })
      .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(record))
      .execute();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return await this.#read("id", id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return await this.#read("uid", uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return await this.#read("user_code", userCode);
  }

  /** One conditional update, so that of simultaneous uses of one code a single one succeeds. */
  async consume(id: string): Promise<void> {
    const consumed = await this.#books
      .updateTable("sandbox.identity_record")
      .set({ consumed_at: new Date() })
      .where("model", "=", this.#model)
      .where("id", "=", id)
      .where("consumed_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (consumed === undefined) throw new errors.InvalidGrant("already used");
  }

  async destroy(id: string): Promise<void> {
    await this.#books
      .deleteFrom("sandbox.identity_record")
      .where("model", "=", this.#model)
      .where("id", "=", id)
      .execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#books
      .deleteFrom("sandbox.identity_record")
      .where("model", "=", this.#model)
      .where("grant_id", "=", grantId)
      .execute();
  }

  async #read(column: "id" | "uid" | "user_code", value: string) {
    const row = await this.#books
      .selectFrom("sandbox.identity_record")
      .select(["payload", "consumed_at"])
      .where("model", "=", this.#model)
      .where(column, "=", value)
      .where((record) =>
        record.or([record("expires_at", "is", null), record("expires_at", ">", new Date())]),
      )
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const payload = row.payload as AdapterPayload;
    if (this.#model === "AuthorizationCode" && payload.accountId === expiredCodeSubject) {
      return undefined;
    }
    return row.consumed_at === null
      ? payload
      : { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) };
  }
}

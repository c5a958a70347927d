import { hashToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { sql } from "kysely";
import { type Adapter, type AdapterPayload, Provider } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { appendAudit } from "../../audit/audit.ts";
import { rememberGrant, requestMemory } from "../protocol/request-memory.ts";
import { portalSessionId } from "../protocol/session-names.ts";
import { selectSession, upsertSession } from "./record-statements.ts";

interface StoredSession {
  readonly payload: AdapterPayload;
  readonly grant_id: string | null;
  readonly grant_payload: unknown;
}

/**
 * Keeps what relying parties have of a session of the portal. That session alone decides whether
 * somebody is signed in: its record here is found only while it lasts, and goes with it.
 */
export class SessionAdapter implements Adapter {
  readonly #context: Pick<PortalContext, "db" | "pipeline" | "clock">;

  constructor(context: Pick<PortalContext, "db" | "pipeline" | "clock">) {
    this.#context = context;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn = 0): Promise<void> {
    const { jti: _known, ...rest } = payload;
    await this.#context.pipeline.query(upsertSession, [
      hashToken(id),
      payload.uid ?? id,
      portalSessionId(id),
      JSON.stringify(rest),
      new Date(Date.now() + expiresIn * 1000),
    ]);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { pipeline, clock } = this.#context;
    const ctx = Provider.ctx;
    // An authorization request goes on with the grant that its application has of the session.
    const clientId = typeof ctx?.query.client_id === "string" ? ctx.query.client_id : null;
    const parameters = [hashToken(id), new Date(), clock.now(), clientId];
    const [row] = await pipeline.query<StoredSession>(selectSession, parameters);
    if (row === undefined) return undefined;
    const memory = requestMemory(ctx);
    if (memory && row.grant_id !== null) rememberGrant(memory, row.grant_id, row.grant_payload);
    return { ...row.payload, jti: id };
  }

  /** Asked for tokens that end with their session; only sessions of the portal have any. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return portalSessionId(uid) === null ? undefined : this.find(uid);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}

  /** A sign-out that a relying party began ends the portal's session with it. */
  async destroy(id: string): Promise<void> {
    const sessionId = portalSessionId(id);
    await transaction(this.#context.db, async (tx) => {
      // The engine has told the relying parties itself; the trigger need not do it again.
      await sql`update portal.oidc_session set payload = payload - 'authorizations'
        where id_digest = ${hashToken(id)}`.execute(tx);
      await tx.deleteFrom("portal.oidc_session").where("id_digest", "=", hashToken(id)).execute();
      if (sessionId === null) return;
      const ended = await tx
        .deleteFrom("portal.session")
        .where("id", "=", sessionId)
        .returning("account_id")
        .executeTakeFirst();
      if (!ended) return;
      const { account_id: accountId } = ended;
      const at = this.#context.clock.now();
      await appendAudit(tx, { accountId, action: "sign-out", at, client: null });
    });
  }
}

import { randomUUID } from "node:crypto";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { Insertable, Selectable, Updateable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

type FlowTable = Tables["portal.sign_up_flow"];
export type FlowRow = Selectable<FlowTable>;
export type FlowChange = Updateable<FlowTable>;

/** How long a browser holds a sign-up without proving anything again. */
const cookieLifetimeMs = dayMs;
/** How long an abandoned sign-up, and an account never agreed, is kept. */
export const flowLifetimeMs = 30 * dayMs;

/** A new hold on a flow: the token for the cookie and the columns that go with it. */
function newHold(now: Date) {
  const token = newToken();
  return {
    token,
    columns: {
      cookie_digest: hashToken(token),
      cookie_expires_at: new Date(now.getTime() + cookieLifetimeMs),
    },
  };
}

/**
 * Remembers who holds a flow that goes on elsewhere, until the hold would have ended by itself. It
 * names no flow: whoever held one without having proved its address learns neither whether its owner
 * finished, nor whether they had an account.
 */
export async function rememberHold(
  tx: PortalTransaction,
  { cookie_digest, cookie_expires_at: expires_at }: FlowRow,
): Promise<void> {
  await tx.insertInto("portal.former_hold").values({ cookie_digest, expires_at }).execute();
}

/** Takes a flow from the browser that holds it, for another one to hold. */
export async function moveHold(tx: PortalTransaction, flow: FlowRow, now: Date) {
  await rememberHold(tx, flow);
  return newHold(now);
}

/** Whether a browser held a flow that went on in another one. */
export async function wasHeldBy(db: Queryable, cookieDigest: string, now: Date): Promise<boolean> {
  const hold = await db
    .selectFrom("portal.former_hold")
    .select("expires_at")
    .where("cookie_digest", "=", cookieDigest)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return hold !== undefined;
}

/** The flow that a cookie's digest holds. */
export async function findFlow(
  db: Queryable,
  cookieDigest: string,
  now: Date,
): Promise<FlowRow | undefined> {
  return db
    .selectFrom("portal.sign_up_flow")
    .selectAll()
    .where("cookie_digest", "=", cookieDigest)
    .where("cookie_expires_at", ">", now)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

type LockBy =
  | { readonly id: string }
  | { readonly cookieDigest: string }
  | { readonly linkDigest: string }
  | { readonly accountId: string };

/** Reads a flow and keeps others from it until the transaction ends. */
export async function lockFlow(
  tx: PortalTransaction,
  by: LockBy,
  now: Date,
): Promise<FlowRow | undefined> {
  const query = tx
    .selectFrom("portal.sign_up_flow")
    .selectAll()
    .where("expires_at", ">", now)
    .forUpdate();
  if ("id" in by) return query.where("id", "=", by.id).executeTakeFirst();
  if ("accountId" in by) return query.where("account_id", "=", by.accountId).executeTakeFirst();
  if ("linkDigest" in by) return query.where("link_digest", "=", by.linkDigest).executeTakeFirst();
  return query
    .where("cookie_digest", "=", by.cookieDigest)
    .where("cookie_expires_at", ">", now)
    .executeTakeFirst();
}

type NewFlow = Omit<
  Insertable<FlowTable>,
  "cookie_digest" | "cookie_expires_at" | "created_at" | "expires_at"
>;

export async function insertFlow(
  tx: PortalTransaction,
  values: NewFlow,
  now: Date,
): Promise<{ readonly token: string; readonly flow: FlowRow }> {
  const { token, columns } = newHold(now);
  const flow = await tx
    .insertInto("portal.sign_up_flow")
    .values({
      ...values,
      ...columns,
      created_at: now,
      expires_at: new Date(now.getTime() + flowLifetimeMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { token, flow };
}

/** Changes a flow that the caller has locked. */
export async function updateFlow(
  tx: PortalTransaction,
  id: string,
  change: FlowChange,
): Promise<FlowRow> {
  return tx
    .updateTable("portal.sign_up_flow")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteFlow(tx: PortalTransaction, id: string): Promise<void> {
  await tx.deleteFrom("portal.sign_up_flow").where("id", "=", id).execute();
}

/** Forgets the flow that a browser held before it starts another, unless it has an account. */
export async function dropHeldFlow(
  tx: PortalTransaction,
  cookieToken: string | undefined,
): Promise<void> {
  if (cookieToken === undefined) return;
  await tx
    .deleteFrom("portal.sign_up_flow")
    .where("cookie_digest", "=", hashToken(cookieToken))
    .where("account_id", "is", null)
    .execute();
}

export const newFlowId = (): string => randomUUID();

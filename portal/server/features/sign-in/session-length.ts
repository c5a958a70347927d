import { hourMs } from "@sekimori/kit-contract/tokyo";
import { defineJob, enqueue, type Job } from "@sekimori/kit-server/jobs";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import { z } from "zod";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { ClientInfo } from "../audit/audit.ts";
import {
  insertSession,
  type NewSession,
  type SessionProof,
} from "../session/session-repository.ts";
import type { AccountRules } from "../sign-in-rules/account-rules.ts";

const over = defineJob("portal.session-over", z.object({ sessionId: z.uuid() }));

/** So that the worker's clock has surely passed the end. */
const afterEndMs = 1_000;

/**
 * Begins a session that ends when the account's organisation wants it to. Where that is sooner than
 * usual it is taken away at its end, so that applications hear of it then and not at the nightly sweep.
 */
export async function beginUnderRules(
  tx: PortalTransaction,
  accountId: string,
  { sessionHours }: AccountRules,
  {
    client,
    now,
    ...how
  }: { readonly client: ClientInfo; readonly now: Date; readonly proof?: SessionProof },
): Promise<NewSession> {
  if (sessionHours === undefined) return insertSession(tx, accountId, client, now, how);
  const lifetimeMs = Math.min(sessionLifetimeMs, sessionHours * hourMs);
  const session = await insertSession(tx, accountId, client, now, { ...how, lifetimeMs });
  const runAt = new Date(session.expiresAt.getTime() + afterEndMs);
  await enqueue(tx, over, { sessionId: session.id }, { runAt });
  return session;
}

/** Takes a session away that is over; what hangs on it tells its applications. */
export async function removeOver(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  sessionId: string,
): Promise<void> {
  await db
    .deleteFrom("portal.session")
    .where("id", "=", sessionId)
    .where("expires_at", "<=", clock.now())
    .execute();
}

export const sessionLengthJobs = (context: PortalContext): readonly Job[] => [
  over.handledBy(({ sessionId }) => removeOver(context, sessionId)),
];

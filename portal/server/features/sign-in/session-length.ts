import { hourMs } from "@sekimori/kit-contract/tokyo";
import { defineJob, enqueue, type Job } from "@sekimori/kit-server/jobs";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import { z } from "zod";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { ClientInfo } from "../audit/audit.ts";
import {
  deleteOver,
  insertSession,
  type NewSession,
  type SessionProof,
} from "../session/session-repository.ts";
import type { AccountRules } from "../sign-in-rules/account-rules.ts";

const over = defineJob("portal.shortened-session", z.object({ sessionId: z.uuid() }));

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
  await endLater(tx, session.id, session.expiresAt);
  return session;
}

/** Has a session taken away at its end. */
export async function endLater(tx: PortalTransaction, sessionId: string, end: Date): Promise<void> {
  await enqueue(tx, over, { sessionId }, { runAt: new Date(end.getTime() + afterEndMs) });
}

/** What hangs on a session that is taken away tells its applications. */
export const sessionLengthJobs = ({ db, clock }: PortalContext): readonly Job[] => [
  over.handledBy(({ sessionId }) => deleteOver(db, sessionId, clock.now())),
];

import { type Selectable, sql } from "kysely";
import type { SandboxTables } from "../../database/tables.ts";
import { type Company, CompanyError } from "../company.ts";
import { defaultWebhookBackoffMs } from "../settings.ts";
import { signWebhook } from "./signature.ts";

type EventRow = Selectable<SandboxTables["sandbox.payment_event"]>;

/** How a message is signed; the last two exist to show that a receiver refuses them. */
export type Signing = "signed" | "unsigned" | "forged";

const answerWithinMs = 10_000;

/** The message as the merchant receives it. */
function bodyOf(event: EventRow): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    created_at: event.created_at.toISOString(),
    sequence: Number(event.sequence),
    data: event.data,
  });
}

function signatureOf(company: Company, body: string, signing: Signing): Record<string, string> {
  if (signing === "unsigned") return {};
  const secret = signing === "signed" ? company.settings.webhookSecret : "somebody else's secret";
  return { "payment-signature": signWebhook(secret, body, company.now()) };
}

/** POSTs one event. Resolves with undefined when it was taken (2xx), else with what went wrong. */
async function post(
  company: Company,
  event: EventRow,
  signing: Signing,
): Promise<string | undefined> {
  const address = company.settings.webhookUrl;
  if (address === undefined) return "no webhook address is set";
  const body = bodyOf(event);
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...signatureOf(company, body, signing) },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : "failed";
  }
}

/** Takes the oldest due event and pushes its next attempt out, so that no other process has it. */
async function claim(company: Company): Promise<EventRow | undefined> {
  const waits = company.settings.webhookBackoffMs ?? defaultWebhookBackoffMs;
  return await company.database.transaction().execute(async (books) => {
    if (await areHeld({ database: books })) return undefined;
    const due = await books
      .selectFrom("sandbox.payment_event")
      .selectAll()
      .where("next_attempt_at", "<=", sql<Date>`now()`)
      .orderBy("sequence")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const wait = waits[due.attempts];
    const next =
      wait === undefined ? null : sql<Date>`now() + ${answerWithinMs + wait} * interval '1 ms'`;
    await books
      .updateTable("sandbox.payment_event")
      .set({ attempts: due.attempts + 1, next_attempt_at: next })
      .where("sequence", "=", due.sequence)
      .execute();
    return due;
  });
}

async function noteOutcome(company: Company, event: EventRow, failure: string | undefined) {
  const waits = company.settings.webhookBackoffMs ?? defaultWebhookBackoffMs;
  const wait = failure === undefined ? undefined : waits[event.attempts];
  await company.database
    .updateTable("sandbox.payment_event")
    .set({
      next_attempt_at: wait === undefined ? null : sql<Date>`now() + ${wait} * interval '1 ms'`,
      last_error: failure ?? null,
      ...(failure === undefined && { delivered_at: company.now() }),
    })
    .where("sequence", "=", event.sequence)
    .execute();
}

/** Delivers what is due, oldest first, one at a time. Without an address nothing is attempted. */
export async function deliverDue(company: Company): Promise<void> {
  if (company.settings.webhookUrl === undefined) return;
  for (let event = await claim(company); event !== undefined; event = await claim(company)) {
    await noteOutcome(company, event, await post(company, event, "signed"));
  }
}

/** Sends one event again, now, whatever became of it before. @throws CompanyError 404, 502 */
export async function sendAgain(company: Company, id: string, signing: Signing): Promise<void> {
  const event = await company.database
    .selectFrom("sandbox.payment_event")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (event === undefined) throw new CompanyError(404, "event_not_found", "No such event.");
  const failure = await post(company, event, signing);
  if (failure !== undefined) throw new CompanyError(502, "not_delivered", failure);
  if (signing === "signed") await noteOutcome(company, event, undefined);
}

export async function areHeld({ database }: Pick<Company, "database">): Promise<boolean> {
  const row = await database
    .selectFrom("sandbox.payment_switch")
    .select("hold_webhooks")
    .executeTakeFirstOrThrow();
  return row.hold_webhooks;
}

/** While held, events pile up undelivered. */
export async function holdWebhooks(company: Company): Promise<void> {
  await company.database
    .updateTable("sandbox.payment_switch")
    .set({ hold_webhooks: true })
    .execute();
}

/**
 * Ends the holding. With `newest_first`, everything that piled up is sent once in reverse order
 * before it returns; the rest is left to the loop.
 */
export async function releaseWebhooks(
  company: Company,
  order: "oldest_first" | "newest_first",
): Promise<void> {
  if (order === "newest_first") {
    const waiting = await company.database
      .selectFrom("sandbox.payment_event")
      .selectAll()
      .where("next_attempt_at", "is not", null)
      .orderBy("sequence", "desc")
      .execute();
    for (const event of waiting) {
      await noteOutcome(company, event, await post(company, event, "signed"));
    }
  }
  await company.database
    .updateTable("sandbox.payment_switch")
    .set({ hold_webhooks: false })
    .execute();
  company.wake();
}

import { createOperator, type Operator } from "@sekimori/portal-server/operator";
import { composePortal } from "../processes/compose.ts";

/** Runs one act with the settings of a portal process; nothing listens meanwhile. */
async function asOperator<Result>(act: (operator: Operator) => Promise<Result>): Promise<Result> {
  const { portal, lifecycle } = await composePortal("operator", process.env);
  try {
    return await act(createOperator(portal));
  } finally {
    await portal.stop();
    await lifecycle.stop();
  }
}

/** Says what was done, or that nothing was found, which is also an exit code. */
function report(wasDone: boolean, done: string, otherwise: string): void {
  console.log(wasDone ? done : otherwise);
  if (!wasDone) process.exitCode = 1;
}

/** `sekimori operator audit verify`: recomputes the chain; exit code 1 where it is broken. */
export async function verifyAudit(): Promise<void> {
  const { events, firstBroken, head } = await asOperator((operator) => operator.verifyAudit());
  report(
    firstBroken === null,
    `${events} events, the chain is whole. Last hash: ${head ?? "none yet"}`,
    `The chain of ${events} events is broken at event ${firstBroken}.`,
  );
}

/** `sekimori operator accounts find` */
export async function findAccount(email: string): Promise<void> {
  const account = await asOperator((operator) => operator.findAccount(email));
  if (account === undefined) return report(false, "", "No open account has this address.");
  for (const [label, value] of Object.entries({
    Id: account.id,
    Name: account.name,
    Company: account.company ?? "(none)",
    Language: account.language,
    "Agreed to the terms": account.agreed ? "yes" : "no",
    "Two-factor": account.twoFactor ? "on" : "off",
    "New password required": account.resetRequired ? "yes" : "no",
    Created: account.createdAt.toISOString(),
  })) {
    console.log(`${label.padEnd(22)} ${value}`);
  }
}

/** `sekimori operator accounts end-sessions` */
export async function endSessions(id: string): Promise<void> {
  const wasDone = await asOperator((operator) => operator.endSessions(id));
  report(wasDone, "Signed out everywhere.", "No such account.");
}

/** `sekimori operator accounts force-reset` */
export async function forceReset(id: string): Promise<void> {
  const wasDone = await asOperator((operator) => operator.forcePasswordReset(id));
  report(wasDone, "Sessions ended; the next sign-in sets a new password.", "No such account.");
}

/** `sekimori operator accounts close` */
export async function closeAccount(id: string): Promise<void> {
  const wasDone = await asOperator((operator) => operator.closeAccount(id));
  report(wasDone, "Closed; its data is deleted within one month.", "No such account.");
}

interface NoticeOptions {
  readonly titleJa: string;
  readonly titleEn: string;
  readonly bodyJa: string;
  readonly bodyEn: string;
}

/** `sekimori operator notices publish` */
export async function publishNotice(options: NoticeOptions): Promise<void> {
  const id = await asOperator((operator) =>
    operator.publishNotice({
      title: { ja: options.titleJa, en: options.titleEn },
      body: { ja: options.bodyJa, en: options.bodyEn },
    }),
  );
  console.log(`Published as ${id}.`);
}

/** `sekimori operator notices withdraw` */
export async function withdrawNotice(id: string): Promise<void> {
  const wasDone = await asOperator((operator) => operator.withdrawNotice(id));
  report(wasDone, "Withdrawn.", "No such notice.");
}

/** `sekimori operator data-keys rotate`: seals everything with the first key of the list. */
export async function rotateDataKeys(): Promise<void> {
  const count = await asOperator((operator) => operator.rotateDataKeys());
  console.log(`${count} values sealed again; older keys can leave PORTAL_DATA_KEYS.`);
}

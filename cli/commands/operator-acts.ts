import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { createPortalCore } from "@sekimori/portal-server/core";
import { createOperator, type Operator } from "@sekimori/portal-server/operator";
import { OperatorRefused } from "@sekimori/portal-server/operator-money";
import { composeProcess } from "../processes/compose.ts";
import { acted, refusing, type Acting as Trying } from "../processes/operator-acting.ts";
import { type Named, type Shared, say } from "../processes/operator-answers.ts";

/** Who acts, for the audit log. */
export interface Acting {
  readonly operator: string;
}

/** Runs one act with the settings of a portal process; nothing listens meanwhile. */
export async function asOperator<Result>(
  { operator, dryRun = false }: Acting & { readonly dryRun?: boolean },
  act: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const { parts, lifecycle } = await composeProcess("operator", process.env);
  const core = await createPortalCore(parts);
  try {
    return await act(createOperator(core, operator, dryRun));
  } finally {
    await core.close();
    await lifecycle.stop();
  }
}

/** Says what was done, or that nothing was found, which is also an exit code. */
export function report(wasDone: boolean, done: string, otherwise: string): void {
  console.log(wasDone ? done : otherwise);
  if (!wasDone) process.exitCode = 1;
}

/** An act on an account, done or tried; where there is nothing to do it on, that is an exit code. */
function actedOn(
  id: string,
  options: Trying,
  act: (operator: Operator) => Promise<boolean>,
  done: string,
  otherwise = "No such account.",
): Promise<void> {
  return acted(options, async () => {
    if (!(await asOperator(options, act))) throw new OperatorRefused(otherwise);
    return { facts: { account: id }, text: done };
  });
}

/** `sekimori operator accounts end-sessions` */
export const endSessions = (
  id: string,
  options: Trying & { readonly reason?: string },
): Promise<void> =>
  actedOn(
    id,
    options,
    (operator) => operator.endSessions(id, options.reason),
    "Signed out everywhere.",
  );

/** `sekimori operator accounts force-reset` */
export const forceReset = (
  id: string,
  options: Trying & { readonly reason?: string },
): Promise<void> =>
  actedOn(
    id,
    options,
    (operator) => operator.forcePasswordReset(id, options.reason),
    "Sessions ended; the next sign-in sets a new password.",
  );

/** `sekimori operator accounts close` */
export const closeAccount = (
  id: string,
  options: Trying & { readonly unanswered?: boolean },
): Promise<void> =>
  actedOn(
    id,
    options,
    async (operator) => {
      if (!options.unanswered) return operator.closeAccount(id);
      await operator.closeUnanswered(id);
      return true;
    },
    "Closed; its data is deleted within one month.",
  );

/** `sekimori operator accounts inquire` */
export function inquire(
  id: string,
  options: Trying & { readonly aboutJa: string; readonly aboutEn: string },
): Promise<void> {
  const about = { ja: options.aboutJa, en: options.aboutEn };
  return acted(options, async () => {
    const facts = await asOperator(options, (operator) => operator.inquire(id, about));
    return { facts, text: `Asked; the member may answer until ${facts.answerBy}.` };
  });
}

/** `sekimori operator accounts answered` */
export const noteAnswer = (id: string, options: Trying): Promise<void> =>
  actedOn(
    id,
    options,
    (operator) => operator.noteAnswer(id),
    "The answer is noted.",
    "This member was asked nothing.",
  );

/** `sekimori operator accounts inquiries` */
export async function showInquiries(options: Named): Promise<void> {
  const facts = await asOperator(options, (operator) => operator.openInquiries());
  const lines = facts.map(
    ({ account, askedOn, answerBy, isOver }) =>
      `${account}  asked ${askedOn}, until ${answerBy}${isOver ? ": may be cancelled" : ""}`,
  );
  say(options, facts, lines.join("\n") || "No inquiry is open.");
}

/** `sekimori operator billing preview` */
export async function previewBilling(day: string, options: Shared): Promise<void> {
  // It changes nothing and shows nobody's name, so nothing of it is written down.
  const { invoices, parked, ended } = await asOperator({ operator: "" }, (operator) =>
    operator.previewBilling(day),
  );
  const sum = invoices.reduce((all, { amount, lateCharge }) => all + amount + lateCharge, 0);
  const without = invoices.filter(({ hasCard }) => !hasCard).length;
  say(
    options,
    { day, count: invoices.length, yen: sum, withoutCard: without, invoices, parked, ended },
    [
      `On ${day} ${invoices.length} invoices of ${formatYen(sum, "en")} would be issued, ${without} of them without a card.`,
      ...parked.map((contract) => `Contract ${contract} would be parked: it has missed months.`),
      ...ended.map((contract) => `Contract ${contract} would end: its new price is not agreed to.`),
      "Nothing was changed.",
    ].join("\n"),
  );
}

/** `sekimori operator billing documents`: files that nobody but their owner may read. */
export function exportDocuments(
  month: string,
  options: Trying & { readonly out: string; readonly language: Locale },
): Promise<void> {
  const { out, language } = options;
  return acted(options, () =>
    asOperator(options, async (operator) => {
      const { count, unpaid, files } = await operator.monthDocuments(month, language);
      mkdirSync(out, { recursive: true, mode: 0o700 });
      const names: string[] = [];
      for await (const file of files) {
        const name = `documents-${month.slice(0, 7)}-${String(names.length + 1).padStart(3, "0")}.zip`;
        writeFileSync(join(out, name), file, { mode: 0o600, flag: "wx" });
        names.push(name);
      }
      return {
        facts: { month: month.slice(0, 7), count, unpaid, files: names },
        text: [
          `${count} documents in ${names.length} files:`,
          ...names,
          ...(unpaid > 0 ? [`Unpaid, and without a document until then: ${unpaid}`] : []),
        ].join("\n"),
      };
    }),
  );
}

interface Search {
  readonly from?: string;
  readonly to?: string;
  readonly least?: number;
  readonly most?: number;
  readonly party?: string;
}

/** `sekimori operator billing find` */
export function findDocuments({ party: text, ...options }: Named & Search): Promise<void> {
  const { from, to, least, most } = options;
  return refusing(async () => {
    const { documents, more } = await asOperator(options, (operator) =>
      operator.findDocuments({ from, to, least, most, text }),
    );
    const lines = documents.map(({ number, issuedOn, total, state, party, account }) =>
      [number, issuedOn, formatYen(total, "en").padStart(14), state, account, party].join("  "),
    );
    if (more) lines.push("There are more: narrow the search down.");
    say(options, { documents, more }, lines.join("\n") || "No document was found.");
  });
}

/** How long a rotation waits for processes that seal with another key, in seconds. */
export interface Waiting {
  readonly wait: number;
}

/** `sekimori operator data-keys rotate`: seals everything with the first key of the list. */
export async function rotateDataKeys(options: Acting & Waiting): Promise<void> {
  const count = await asOperator(options, (operator) =>
    operator.rotateDataKeys(options.wait * 1_000),
  );
  console.log(`${count} values sealed again; older keys can leave PORTAL_DATA_KEYS.`);
}

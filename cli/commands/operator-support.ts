import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { IdentityCheck } from "@sekimori/portal-server/identity-checks";
import type { AccountSearch, FoundAccount } from "@sekimori/portal-server/support";
import { type Acting, acted, refusing } from "../processes/operator-acting.ts";
import { type Named, say } from "../processes/operator-answers.ts";
import { asOperator } from "./operator-acts.ts";
import { historyText, lockLine, memberText } from "./operator-member-text.ts";

/** Why a member's data is opened, for the audit log. */
interface WithReason extends Named {
  readonly reason: string;
}

const line = ({ id, standing, plan, name, company, createdAt }: FoundAccount): string =>
  [
    id,
    standing.padEnd(10),
    (plan ?? "-").padEnd(10),
    tokyoDay(createdAt),
    company === null ? name : `${company}, ${name}`,
  ].join("  ");

function searchText({ accounts, more, deleted, isFilling }: AccountSearch): string {
  return [
    ...accounts.map(line),
    ...deleted.map((id) => `${id}  deleted; “accounts deletions ${id}” says when`),
    ...(accounts.length + deleted.length === 0 ? ["No account was found."] : []),
    ...(more ? ["There are more: narrow the search down."] : []),
    ...(isFilling
      ? ["Names of older accounts are still being made searchable: look again later."]
      : []),
  ].join("\n");
}

/** `sekimori operator accounts find` */
export function findAccounts(terms: readonly string[], options: WithReason): Promise<void> {
  return refusing(async () => {
    const found = await asOperator(options, (operator) =>
      operator.findAccounts(terms, options.reason),
    );
    say(options, found, searchText(found));
    if (found.accounts.length === 0) process.exitCode = 1;
  });
}

/** `sekimori operator accounts show` */
export function showAccount(id: string, options: WithReason): Promise<void> {
  return refusing(async () => {
    const member = await asOperator(options, (operator) =>
      operator.showAccount(id, options.reason),
    );
    say(options, member, memberText(member));
  });
}

/** `sekimori operator accounts history` */
export function showHistory(
  id: string,
  options: WithReason & { readonly before?: string },
): Promise<void> {
  return refusing(async () => {
    const { reason, before } = options;
    const history = await asOperator(options, (operator) =>
      operator.accountHistory(id, { reason, before }),
    );
    say(options, history, historyText(history));
  });
}

/** `sekimori operator accounts unlock` */
export function unlockAccount(id: string, options: Acting & WithReason): Promise<void> {
  return acted(options, async () => {
    const facts = await asOperator(options, (operator) =>
      operator.unlockAccount(id, options.reason),
    );
    const { locks, counts } = facts;
    const said =
      locks.length > 0
        ? "Unlocked; the member is told by mail."
        : counts.length > 0
          ? "Nothing was locked; what had been counted is forgotten."
          : "Nothing was locked, and nothing counted.";
    return {
      facts,
      text: [said, ...[...locks, ...counts].map((one) => `  ${lockLine(one)}`)].join("\n"),
    };
  });
}

/** `sekimori operator accounts undo-end` */
export function undoEnd(id: string, options: Acting & WithReason): Promise<void> {
  return acted(options, async () => {
    const undone = await asOperator(options, (operator) => operator.undoEnd(id, options.reason));
    return {
      facts: { account: id, undone },
      text: `The ${undone} is taken back; the member is told by mail.`,
    };
  });
}

interface Help extends Acting, WithReason {
  readonly checked: IdentityCheck;
  readonly confirmedBy: string;
}

/** `sekimori operator accounts recover` */
export function recoverAccount(id: string, options: Help): Promise<void> {
  const { checked: identity, confirmedBy, reason } = options;
  return acted(options, async () => {
    const help = { identity, confirmedBy, reason };
    const endsAt = await asOperator(options, (operator) => operator.recoverAccount(id, help));
    return {
      facts: { account: id, endsAt },
      text: `The recovery has begun; the member is told by mail, can stop it, and is mailed the link on ${endsAt.toISOString()}.`,
    };
  });
}

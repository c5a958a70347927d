import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { AccountSearch, FoundAccount } from "@sekimori/portal-server/support";
import { refusing } from "../processes/operator-acting.ts";
import { type Named, say } from "../processes/operator-answers.ts";
import { asOperator } from "./operator-acts.ts";

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

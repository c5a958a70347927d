import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { AccountSearch, FoundAccount, SignInLock } from "@sekimori/portal-server/support";
import { type Acting, acted, refusing } from "../processes/operator-acting.ts";
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

const lockNames: Readonly<Record<SignInLock["of"], string>> = {
  passwords: "wrong passwords",
  "second-factors": "wrong second factors",
  "code-mails": "mails with codes",
};

const places: Readonly<Record<SignInLock["from"], string>> = {
  "known-browser": "of a browser that the account knows",
  network: "of one network",
  "unknown-browsers": "of unknown browsers",
};

const lockLine = ({ of, from, count, until }: SignInLock): string =>
  `${count} ${lockNames[of]} ${places[from]}${until ? `, refused until ${until.toISOString()}` : ""}`;

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

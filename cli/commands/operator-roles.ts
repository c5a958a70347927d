import {
  grantRole,
  listRoles,
  type RoleRefusal,
  revokeRole,
} from "@sekimori/portal-server/openid-roles";
import { complaining, fail, type Named, type Shared, say } from "../processes/operator-answers.ts";
import { withOperatorTables } from "../processes/operator-database.ts";

export interface RoleOptions extends Named {
  readonly at: string;
  readonly role: string;
}

const optionOf = { account: "<account>", audience: "--at", role: "--role" };

const refusals: Readonly<Record<RoleRefusal, (options: RoleOptions) => string>> = {
  "no-account": () => "No open account has this id; “accounts find” tells an address's.",
  "no-audience": ({ at }) => `Neither an application nor an API is registered as ${at}.`,
  "too-many": ({ at }) => `The account has as many roles at ${at} as one token holds.`,
};

/** `sekimori operator roles grant` */
export async function giveRole(account: string, options: RoleOptions): Promise<void> {
  const { at: audience, role } = options;
  await complaining(optionOf, async () => {
    const refusal = await withOperatorTables(options.data, (tables) =>
      grantRole({ ...tables, operator: options.operator }, { account, audience, role }),
    );
    if (refusal !== undefined) return fail(refusals[refusal](options));
    say(options, { account, audience, role }, `${account} is ${role} at ${audience}.`);
  });
}

/** `sekimori operator roles revoke` */
export async function takeRole(account: string, options: RoleOptions): Promise<void> {
  const { at: audience, role } = options;
  await complaining(optionOf, async () => {
    const wasThere = await withOperatorTables(options.data, (tables) =>
      revokeRole({ ...tables, operator: options.operator }, { account, audience, role }),
    );
    if (!wasThere) return fail(`${account} is not ${role} at ${audience}.`);
    say(options, { account, audience, role }, `${account} is ${role} at ${audience} no more.`);
  });
}

/** `sekimori operator roles list` */
export async function showRoles(options: Shared & { readonly at: string }): Promise<void> {
  const roles = await withOperatorTables(options.data, (tables) => listRoles(tables, options.at));
  const lines = roles.map(({ account_id: account, role }) => `${account}  ${role}`);
  say(options, roles, lines.join("\n") || `Nobody has a role at ${options.at}.`);
}

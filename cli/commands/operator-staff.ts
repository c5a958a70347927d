import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { OperatorRefused } from "@sekimori/portal-server/operator-money";
import {
  appointStaff,
  listStaff,
  removeStaff,
  type StaffMember,
  type StaffRefusal,
} from "@sekimori/portal-server/staff";
import type { StaffRole } from "@sekimori/portal-server/staff-roles";
import { type Acting, acted } from "../processes/operator-acting.ts";
import { complaining, type Shared, say } from "../processes/operator-answers.ts";
import { withOperatorTables } from "../processes/operator-database.ts";

interface StaffOptions extends Acting {
  readonly name: string;
  readonly role: readonly StaffRole[];
}

const refusals: Readonly<Record<StaffRefusal, string>> = {
  "no-account": "No open account has this id; “accounts find” tells an address's.",
  "name-taken": "Somebody else works under this name.",
  administrators: "There are two administrators; no command appoints a third.",
};

/** `sekimori operator staff add` */
export function addStaff(account: string, options: StaffOptions): Promise<void> {
  const { name, role: roles } = options;
  return complaining({ name: "--name", roles: "--role" }, () =>
    acted(options, async () => {
      const refusal = await withOperatorTables(options.data, (tables) =>
        appointStaff(tables, options, { account, name, roles: [...roles] }),
      );
      if (refusal !== undefined) throw new OperatorRefused(refusals[refusal]);
      return { facts: { account, name, roles }, text: `${name} is ${roles.join(", ")}.` };
    }),
  );
}

/** `sekimori operator staff remove` */
export function endStaff(account: string, options: Acting): Promise<void> {
  return acted(options, async () => {
    const wasThere = await withOperatorTables(options.data, (tables) =>
      removeStaff(tables, options, account),
    );
    if (!wasThere) throw new OperatorRefused("This account does not work at the console.");
    return { facts: { account }, text: "Works there no more; the sessions there are ended." };
  });
}

const line = ({ account, name, roles, appointedBy, appointedAt, lastSeenAt }: StaffMember) =>
  `${account}  ${name}: ${roles.join(", ")}, since ${tokyoDay(appointedAt)}, by ${appointedBy}, ${
    lastSeenAt === null ? "never seen" : `last seen ${tokyoDay(lastSeenAt)}`
  }`;

/** `sekimori operator staff list` */
export async function showStaff(options: Shared): Promise<void> {
  const staff = await withOperatorTables(options.data, listStaff);
  say(options, staff, staff.map(line).join("\n") || "Nobody works at the console.");
}

import { hkdfSync } from "node:crypto";
import type { ConsoleErrorType } from "@sekimori/console-contract/errors";
import type { ConsoleOptions } from "@sekimori/console-server/console";
import type { Acting, Members } from "@sekimori/console-server/members";
import type { Staff } from "@sekimori/console-server/staff";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalCore } from "@sekimori/portal-server/core";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { createOperator, type Operator } from "@sekimori/portal-server/operator";
import { OperatorRefused } from "@sekimori/portal-server/operator-money";
import { findStaff } from "@sekimori/portal-server/staff";

// What the console asks of the portal, by the services that the operator's commands call too. The
// console's server knows the portal only by its ports, and gets them filled in here.

type Core = Pick<PortalCore, "context">;

/** A value as JSON carries it: moments are texts. */
type OnWire<T> = T extends Date
  ? string
  : T extends object
    ? { -readonly [Key in keyof T]: OnWire<T[Key]> }
    : T;

const onWire = <T>(value: T) => JSON.parse(JSON.stringify(value)) as OnWire<T>;

/** What the services refuse in words for a terminal is one type here; the screen has its sentence. */
async function refusing<T>(type: ConsoleErrorType, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OperatorRefused) throw new AppError(type, { cause: error });
    throw error;
  }
}

/** Members' accounts by the portal's services. */
export function portalMembers(core: Core): Members {
  const doing = <T>(
    type: ConsoleErrorType,
    { by }: Acting,
    act: (operator: Operator) => Promise<T>,
  ) => refusing(type, () => act(createOperator(core, by)));
  return {
    async find(text, acting) {
      const { accounts, more, deleted, isFilling } = await doing("SearchInvalid", acting, (one) =>
        one.findAccounts([text], acting.reason),
      );
      return { members: onWire(accounts), more, deleted: [...deleted], isFilling };
    },
    async show(account, acting) {
      const act = (one: Operator) => one.showAccount(account, acting.reason);
      return onWire(await doing("MemberNotFound", acting, act));
    },
    async history(account, before, { by, reason }) {
      const act = (one: Operator) => one.accountHistory(account, { reason, before });
      return onWire(await doing("MemberNotFound", { by, reason }, act));
    },
    async unlock(account, acting) {
      const act = (one: Operator) => one.unlockAccount(account, acting.reason);
      const { locks, counts } = await doing("MemberNotFound", acting, act);
      return onWire({ locks, counts });
    },
    async endSessions(account, acting) {
      const act = (one: Operator) => one.endSessions(account, acting.reason);
      if (!(await doing("MemberNotFound", acting, act))) throw new AppError("MemberNotFound");
      return {};
    },
  };
}

const portalStaff = ({ context }: Core): Staff => ({
  find: (subject) => findStaff(context, subject),
});

const derived = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", `sekimori console ${purpose}`, 32)).toString(
    "base64url",
  );

/** Everything of the console's that comes from the portal: its services, its keys, its migrations. */
export function consoleParts(
  core: Core,
): Pick<ConsoleOptions, "members" | "staff" | "sealer" | "secrets" | "migrations"> {
  const secret = core.context.settings.portalSecret.reveal();
  return {
    members: portalMembers(core),
    staff: portalStaff(core),
    sealer: core.context.sealer,
    secrets: { csrf: derived(secret, "csrf"), limits: derived(secret, "limits") },
    migrations: portalMigrations,
  };
}

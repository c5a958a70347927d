import { AppError } from "@sekimori/kit-server/errors";
import type { Queryable } from "../../context.ts";
import { findAccountRules } from "../sign-in-rules/account-rules.ts";

/** What the page is told where an organisation allows its members no external ID of their own. */
export const notAllowed = () =>
  new AppError("ExternalIdFailed", { data: { reason: "organisation" } });

/** Whether the organisation of an account allows an external ID of its own as a way in. */
export async function allowsExternalId(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<boolean> {
  return !(await findAccountRules(db, accountId, now)).noExternalIds;
}

import type { Queryable } from "../../context.ts";

/** Whether an account came to exist by joining, and is a member still: its organisation has the plan. */
export async function livesOnOrganisation(db: Queryable, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom("portal.organisation_member")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("has_own_plan", "=", false)
    .executeTakeFirst();
  return found !== undefined;
}

import { refuseInMaintenance } from "@sekimori/kit-server/maintenance";
import { closesSignIns } from "@sekimori/portal-contract/maintenance";
import type { PortalContext, PortalTransaction } from "../../context.ts";

/** Whether sessions begin for staff alone. */
export const isForStaffAlone = ({ maintenance }: Pick<PortalContext, "maintenance">): boolean =>
  maintenance.now().some(({ area }) => closesSignIns(area));

/**
 * While log-ins are closed, only those who work at the console get in: they have to be able to open
 * them again.
 *
 * @throws AppError Unavailable.
 */
export async function refuseUnlessStaff(
  context: PortalContext,
  tx: PortalTransaction,
  accountId: string,
): Promise<void> {
  if (!isForStaffAlone(context)) return;
  const staff = await tx
    .selectFrom("portal.staff")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (staff === undefined) refuseInMaintenance(context.maintenance, context.clock, closesSignIns);
}

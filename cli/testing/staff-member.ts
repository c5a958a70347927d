import type { Role } from "@sekimori/console-contract/rights";
import { appointStaff } from "@sekimori/portal-server/staff";
import { accountIdOf, newMember } from "@sekimori/portal-server/testing/members";
import type { TestPortal } from "@sekimori/portal-server/testing/test-portal";

let people = 0;

/** A member, appointed where roles are given, who is signed in at the portal. */
export async function newStaffMember(portal: TestPortal, held: readonly Role[]) {
  const atPortal = portal.browser();
  const { email } = await newMember(portal, atPortal);
  const account = await accountIdOf(portal, email);
  people += 1;
  const name = `Person ${people}`;
  if (held.length > 0) {
    const appointment = { account, name, roles: [...held] };
    const refusal = await appointStaff(portal.context, { operator: "a test" }, appointment);
    if (refusal !== undefined) throw new Error(refusal);
  }
  return { atPortal, email, account, name };
}

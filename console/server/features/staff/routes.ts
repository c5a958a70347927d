import {
  listStaff,
  removeStaff,
  requestAppointment,
  requestRemoval,
} from "@sekimori/console-contract/endpoints/staff";
import type { Bind } from "@sekimori/kit-server/http";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** Who works here; changed by the portal's own services. */
export function bindStaff(bind: Bind, { staff }: ConsoleContext, principals: Principals): void {
  const { acting, asking, seenBy } = principals;

  bind(listStaff, async ({ request }) => {
    const { subject } = principals.session(request);
    const present = await staff.list();
    return { staff: present.map((one) => ({ ...one, isSelf: one.account === subject })) };
  });

  bind(requestAppointment, async ({ request, body }) =>
    seenBy(request, await staff.askAppointment(body, asking(request))),
  );

  bind(requestRemoval, async ({ request, body: { account, reason } }) =>
    seenBy(request, await staff.askRemoval(account, reason, asking(request))),
  );

  bind(removeStaff, async ({ request, body: { account, reason } }) => {
    await staff.remove(account, acting(request, reason));
    return {};
  });
}

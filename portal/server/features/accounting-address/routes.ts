import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import * as endpoints from "@sekimori/portal-contract/endpoints/accounting-address";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import {
  confirmAccountingAddress,
  removeAccountingAddress,
  requestAccountingAddress,
  showAccountingAddress,
} from "./accounting-address-service.ts";

export function bindAccountingAddress(
  bind: Bind,
  context: PortalContext,
  principals: Principals,
): void {
  bind(endpoints.showAccountingAddress, ({ request }) =>
    showAccountingAddress(context, principals.member(request).account_id),
  );
  bind(endpoints.changeAccountingAddress, ({ request, body }) => {
    const member = principals.member(request);
    return requestAccountingAddress(context, member, body.email, clientOf(request));
  });
  bind(endpoints.confirmAccountingAddress, ({ request, body }) => {
    const member = principals.member(request);
    return confirmAccountingAddress(context, member, body.code, clientOf(request));
  });
  bind(endpoints.removeAccountingAddress, ({ request }) =>
    removeAccountingAddress(context, principals.member(request), clientOf(request)),
  );
}

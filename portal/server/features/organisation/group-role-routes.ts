import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import * as endpoints from "@sekimori/portal-contract/endpoints/group-roles";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { previewGroupRolesFor, setGroupRolesOf, showGroupRolesOf } from "./group-roles-service.ts";

export function bindGroupRoles(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(endpoints.showGroupRoles, ({ request }) =>
    showGroupRolesOf(context, principals.member(request).account_id),
  );
  bind(endpoints.previewGroupRoles, ({ request, body }) =>
    previewGroupRolesFor(context, principals.member(request).account_id, body),
  );
  bind(endpoints.setGroupRoles, ({ request, body }) =>
    setGroupRolesOf(context, principals.member(request), body, clientOf(request)),
  );
}

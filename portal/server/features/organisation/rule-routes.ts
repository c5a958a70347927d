import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import * as endpoints from "@sekimori/portal-contract/endpoints/organisation-rules";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import {
  liftRuleOf,
  nameBreakGlassOf,
  previewRuleFor,
  setRuleOf,
  showRulesOf,
} from "./rules-service.ts";

export function bindRules(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(endpoints.showRules, ({ request }) =>
    showRulesOf(context, principals.member(request).account_id, clientOf(request)),
  );
  bind(endpoints.previewRule, ({ request, body }) =>
    previewRuleFor(context, principals.member(request).account_id, body.rule),
  );
  bind(endpoints.setRule, ({ request, body }) =>
    setRuleOf(context, principals.member(request), body, clientOf(request)),
  );
  bind(endpoints.liftRule, ({ request, params }) =>
    liftRuleOf(context, principals.member(request), params.kind, clientOf(request)),
  );
  bind(endpoints.nameBreakGlass, ({ request }) =>
    nameBreakGlassOf(context, principals.member(request), clientOf(request)),
  );
}

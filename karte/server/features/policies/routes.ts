import {
  addPolicy,
  changePolicy,
  listPolicies,
  orderPolicies,
  removePolicy,
  switchPolicy,
  tryPolicy,
} from "@sekimori/karte-contract/endpoints/policies";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { add, change, order, policyList, remove, turn } from "./policy-service.ts";
import { trial } from "./trial.ts";

/** What is done by itself with what scans bring. */
export function bindPolicies(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listPolicies, ({ request }) => policyList(context, principals.member(request)));

  bind(addPolicy, ({ request, body }) => add(context, principals.member(request), body));

  bind(orderPolicies, async ({ request, body }) => {
    await order(context, principals.member(request), body);
    return {};
  });

  bind(changePolicy, async ({ request, params, body }) => {
    await change(context, principals.member(request), params.id, body);
    return {};
  });

  bind(tryPolicy, ({ request, params, body }) =>
    trial(context, principals.member(request), params.id, body),
  );

  bind(switchPolicy, async ({ request, params, body }) => {
    await turn(context, principals.member(request), params.id, body);
    return {};
  });

  bind(removePolicy, async ({ request, params }) => {
    await remove(context, principals.member(request), params.id);
    return {};
  });
}

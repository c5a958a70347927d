import {
  addAlertRule,
  changeAlertRule,
  listAlertRules,
  listAlerts,
  readAlerts,
  removeAlertRule,
} from "@sekimori/karte-contract/endpoints/alerts";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { bellList, readAll } from "./bell-service.ts";
import { addRule, changeRule, removeRule, ruleList } from "./rule-service.ts";

/** The bell, and the rules of what is told. */
export function bindAlerts(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listAlerts, ({ request, query }) => bellList(context, principals.member(request), query));

  bind(readAlerts, async ({ request, body }) => {
    await readAll(context, principals.member(request), body.until);
    return {};
  });

  bind(listAlertRules, ({ request }) => ruleList(context, principals.member(request)));

  bind(addAlertRule, ({ request, body }) => addRule(context, principals.member(request), body));

  bind(changeAlertRule, async ({ request, params, body }) => {
    await changeRule(context, principals.member(request), params.id, body);
    return {};
  });

  bind(removeAlertRule, async ({ request, params }) => {
    await removeRule(context, principals.member(request), params.id);
    return {};
  });
}

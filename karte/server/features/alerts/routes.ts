import {
  addAlertRule,
  changeAlertChoice,
  changeAlertRule,
  getAlertChoice,
  listAlertRules,
  listAlerts,
  readAlerts,
  removeAlertRule,
} from "@sekimori/karte-contract/endpoints/alerts";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { alertChoice, changeChoice } from "./alert-choice.ts";
import { bellList, readAll } from "./bell-service.ts";
import { addRule, changeRule, removeRule, ruleList } from "./rule-service.ts";

/** The bell, what each person wants to hear, and the rules of what is told. */
export function bindAlerts(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listAlerts, ({ request, query }) => bellList(context, principals.member(request), query));

  bind(readAlerts, async ({ request, body }) => {
    await readAll(context, principals.member(request), body.until);
    return {};
  });

  bind(getAlertChoice, ({ request }) => alertChoice(context, principals.member(request)));

  bind(changeAlertChoice, async ({ request, body }) => {
    await changeChoice(context, principals.member(request), body);
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

import {
  checkActivity,
  exportActivity,
  listActivity,
} from "@sekimori/karte-contract/endpoints/activity";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { activityAsCsv, activityCheck, activityPage } from "./activity-service.ts";

/** The log of a workspace. */
export function bindActivity(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listActivity, ({ request, query }) =>
    activityPage(context, principals.member(request), query),
  );

  bind(checkActivity, ({ request }) => activityCheck(context, principals.member(request)));

  bind(exportActivity, ({ request, query }) =>
    activityAsCsv(context, principals.member(request), query),
  );
}

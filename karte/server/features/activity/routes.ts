import {
  checkActivity,
  exportActivity,
  listActivity,
} from "@sekimori/karte-contract/endpoints/activity";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { replicaReader } from "../principals/replica-reader.ts";
import { activityAsCsv, activityCheck, activityPage } from "./activity-service.ts";

/** The log of a workspace. */
export function bindActivity(bind: Bind, context: KarteContext, principals: Principals): void {
  const fromReplica = replicaReader(context, principals);
  bind(listActivity, ({ request, query }) =>
    fromReplica(request, (there, member) => activityPage(there, member, query)),
  );

  bind(checkActivity, ({ request }) => activityCheck(context, principals.member(request)));

  bind(exportActivity, ({ request, query }) =>
    activityAsCsv(context, principals.member(request), query),
  );
}

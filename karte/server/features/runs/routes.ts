import { recheckFinding } from "@sekimori/karte-contract/endpoints/findings";
import {
  cancelRun,
  compareRuns,
  getRun,
  listRuns,
  startRun,
} from "@sekimori/karte-contract/endpoints/runs";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { replicaReader } from "../principals/replica-reader.ts";
import { comparison } from "./compare.ts";
import { oneRun, runList } from "./run-list.ts";
import { cancelNow, recheckNow, startNow } from "./start-service.ts";

/** Diagnoses: starting, following and cancelling them. */
export function bindRuns(bind: Bind, context: KarteContext, principals: Principals): void {
  const fromReplica = replicaReader(context, principals);
  bind(startRun, ({ request, body }) => startNow(context, principals.member(request), body.domain));

  bind(recheckFinding, ({ request, params }) =>
    recheckNow(context, principals.member(request), params.id),
  );

  bind(cancelRun, ({ request, params }) =>
    cancelNow(context, principals.member(request), params.id),
  );

  bind(getRun, ({ request, params }) => oneRun(context, principals.member(request), params.id));

  bind(compareRuns, ({ request, query }) =>
    fromReplica(request, (there, member) => comparison(there, member, query.from, query.to)),
  );

  bind(listRuns, ({ request, query }) => runList(context, principals.member(request), query));
}

import {
  commentFinding,
  getFinding,
  groupFindings,
  listFindings,
  selectFindings,
  undoFindingWork,
  workFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { replicaReader } from "../principals/replica-reader.ts";
import { commentNow } from "./comment-service.ts";
import { findingList, selectedFindings } from "./finding-list.ts";
import { findingPage } from "./finding-page.ts";
import { findingGroups } from "./group-service.ts";
import { undoWork } from "./undo-work.ts";
import { workNow } from "./work-service.ts";

/** What is wrong: lists, one by one, and working through them. */
export function bindFindings(bind: Bind, context: KarteContext, principals: Principals): void {
  const fromReplica = replicaReader(context, principals);
  bind(listFindings, ({ request, query }) =>
    fromReplica(request, (there, member) => findingList(there, member, query)),
  );

  bind(groupFindings, ({ request, query }) =>
    fromReplica(request, (there, member) => findingGroups(there, member, query)),
  );

  bind(selectFindings, ({ request, body }) =>
    selectedFindings(context, principals.member(request), body),
  );

  bind(getFinding, ({ request, params }) =>
    fromReplica(request, (there, member) => findingPage(there, member, params.id)),
  );

  bind(commentFinding, async ({ request, params, body }) => {
    await commentNow(context, principals.member(request), params.id, body.text);
    return {};
  });

  bind(workFindings, ({ request, body }) => workNow(context, principals.member(request), body));

  bind(undoFindingWork, ({ request, params }) =>
    undoWork(context, principals.member(request), params.id),
  );
}

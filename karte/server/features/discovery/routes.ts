import {
  findCandidates,
  importCandidates,
  judgeCandidates,
  listCandidates,
  scanNewHosts,
} from "@sekimori/karte-contract/endpoints/discovery";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { replicaReader } from "../principals/replica-reader.ts";
import { candidateList } from "./candidate-list.ts";
import { judgeNow } from "./judge-candidates.ts";
import { switchNewHosts } from "./new-hosts.ts";
import { readFile, searchNow } from "./search-service.ts";

/** Names that may be the organisation's, from what it has proved. */
export function bindDiscovery(bind: Bind, context: KarteContext, principals: Principals): void {
  const fromReplica = replicaReader(context, principals);
  bind(listCandidates, ({ request, query }) =>
    fromReplica(request, (there, member) => candidateList(there, member, query)),
  );

  bind(findCandidates, async ({ request }) => {
    await searchNow(context, principals.member(request));
    return {};
  });

  bind(importCandidates, ({ request, body }) =>
    readFile(context, principals.member(request), body),
  );

  bind(judgeCandidates, ({ request, body }) =>
    judgeNow(context, principals.member(request), body.candidates, body.state),
  );

  bind(scanNewHosts, async ({ request, params, body }) => {
    await switchNewHosts(context, principals.member(request), params.id, body.scan);
    return {};
  });
}

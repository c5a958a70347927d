import {
  addDomain,
  bulkDomains,
  changeDomain,
  exportChosenDomains,
  exportDomains,
  getBulk,
  getDomain,
  listBulks,
  listDomains,
  selectDomains,
  undoBulk,
} from "@sekimori/karte-contract/endpoints/domains";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { replicaReader } from "../principals/replica-reader.ts";
import { bulkNow, bulksUnderWay, oneBulk, undoNow } from "./bulk-service.ts";
import { chosenAsCsv, domainList, domainsAsCsv } from "./domain-list.ts";
import { addOne, changeOne, domainPage } from "./domain-service.ts";
import { takeSelection } from "./selection.ts";

/** The domains of a workspace: lists, one by one, and many at once. */
export function bindDomains(bind: Bind, context: KarteContext, principals: Principals): void {
  const fromReplica = replicaReader(context, principals);
  bind(listDomains, ({ request, query }) =>
    fromReplica(request, (there, member) => domainList(there, member, query)),
  );

  bind(exportDomains, ({ request, query }) =>
    domainsAsCsv(context, principals.member(request), query),
  );

  bind(exportChosenDomains, ({ request, body }) =>
    chosenAsCsv(context, principals.member(request), body),
  );

  bind(addDomain, ({ request, body }) => addOne(context, principals.member(request), body));

  bind(getDomain, ({ request, params }) =>
    fromReplica(request, (there, member) => domainPage(there, member, params.id)),
  );

  bind(changeDomain, async ({ request, params, body }) => {
    await changeOne(context, principals.member(request), params.id, body);
    return {};
  });

  bind(selectDomains, ({ request, body }) =>
    takeSelection(context, principals.member(request), body),
  );

  bind(bulkDomains, ({ request, body }) =>
    bulkNow(context, principals.member(request), body.act, body),
  );

  bind(listBulks, ({ request }) => bulksUnderWay(context, principals.member(request)));

  bind(getBulk, ({ request, params }) => {
    context.reads.follow(request);
    return oneBulk(context, principals.member(request), params.id);
  });

  bind(undoBulk, ({ request, params }) => undoNow(context, principals.member(request), params.id));
}

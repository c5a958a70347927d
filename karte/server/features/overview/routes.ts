import { getOverview, search } from "@sekimori/karte-contract/endpoints/overview";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { overviewOf } from "./overview-service.ts";
import { searchAll } from "./search-service.ts";

/** "Are we all right?", and one box that finds everything. */
export function bindOverview(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(getOverview, ({ request, query }) =>
    overviewOf(context, principals.member(request), query.group),
  );

  bind(search, ({ request, query }) => searchAll(context, principals.member(request), query.q));
}

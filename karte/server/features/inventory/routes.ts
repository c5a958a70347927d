import {
  assetConsequences,
  judgeAsset,
  listAssets,
} from "@sekimori/karte-contract/endpoints/inventory";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { replicaReader } from "../principals/replica-reader.ts";
import { assetList } from "./asset-list.ts";
import { judgeNow, shownConsequences } from "./judge-service.ts";

/** What was found, and what it is to the organisation. */
export function bindInventory(bind: Bind, context: KarteContext, principals: Principals): void {
  const fromReplica = replicaReader(context, principals);
  bind(listAssets, ({ request, query }) =>
    fromReplica(request, (there, member) => assetList(there, member, query)),
  );

  bind(assetConsequences, ({ request, params }) =>
    shownConsequences(context, principals.member(request), params.id),
  );

  bind(judgeAsset, ({ request, params, body }) =>
    judgeNow(context, principals.member(request), params.id, body.state),
  );
}

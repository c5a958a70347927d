import { changeDigestSubscription } from "@sekimori/karte-contract/endpoints/alerts";
import { getOverview, search } from "@sekimori/karte-contract/endpoints/overview";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { replicaReader } from "../principals/replica-reader.ts";
import { readDigestToken, subscribeToDigest } from "./digest-subscription.ts";
import { overviewOf } from "./overview-service.ts";
import { searchAll } from "./search-service.ts";

/** "Are we all right?", one box that finds everything, and the end of the weekly digest. */
export function bindOverview(bind: Bind, context: KarteContext, principals: Principals): void {
  const fromReplica = replicaReader(context, principals);
  bind(getOverview, ({ request, query }) =>
    fromReplica(request, (there, member) => overviewOf(there, member, query.group)),
  );

  bind(changeDigestSubscription, async ({ body }) => {
    const reader = readDigestToken(context, body.token);
    const workspace = reader && (await subscribeToDigest(context, reader, body.enabled));
    if (workspace === undefined) throw new AppError("NotFound");
    return { workspace };
  });

  bind(search, ({ request, query }) =>
    fromReplica(request, (there, member) => searchAll(there, member, query.q)),
  );
}

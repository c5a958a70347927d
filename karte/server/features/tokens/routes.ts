import { addToken, listTokens, removeToken } from "@sekimori/karte-contract/endpoints/tokens";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { addOne, mustBeRestrictable, revokeOne, tokensOf } from "./token-service.ts";

/** Tokens by which customers' programs call. */
export function bindTokens(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listTokens, ({ request }) => tokensOf(context, principals.member(request)));

  bind(addToken, async ({ request, body }) => {
    mustBeRestrictable(body);
    return addOne(context, principals.member(request), body);
  });

  bind(removeToken, async ({ request, params }) => {
    await revokeOne(context, principals.member(request), params.id);
    return {};
  });
}

import {
  checkProof,
  giveConsent,
  withdrawConsent,
} from "@sekimori/karte-contract/endpoints/domains";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { checkProofNow, consentNow, withdrawConsentNow } from "./proof-service.ts";

/** Whose a domain is, and whether its owner agreed to the examination. */
export function bindProof(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(checkProof, ({ request, params }) =>
    checkProofNow(context, principals.member(request), params.id),
  );

  bind(giveConsent, ({ request, params, body }) =>
    consentNow(context, principals.member(request), params.id, body),
  );

  bind(withdrawConsent, async ({ request, params }) => {
    await withdrawConsentNow(context, principals.member(request), params.id);
    return {};
  });
}

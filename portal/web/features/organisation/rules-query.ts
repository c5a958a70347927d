import { queryClient } from "@sekimori/kit-web/client/query-client";
import {
  previewRule,
  type RulesPage,
  showRules,
} from "@sekimori/portal-contract/endpoints/organisation-rules";
import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** The login rules of the organisation that the member owns. */
export const rulesQuery = queryOptions({
  queryKey: ["organisation-rules"],
  queryFn: () => client.call(showRules),
  // What the owner has to log in with changes on My Page.
  staleTime: 0,
});

/** Shows what a change answered at once. */
export function keepRules(answer: RulesPage): void {
  queryClient.setQueryData(rulesQuery.queryKey, answer);
}

/** Who would meet a rule if it held now. */
export const previewQuery = (rule: SignInRule) =>
  queryOptions({
    queryKey: ["organisation-rule-preview", rule],
    queryFn: () => client.call(previewRule, { body: { rule } }),
    staleTime: 0,
  });

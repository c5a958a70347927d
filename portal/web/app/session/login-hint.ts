import { meantLoginHint } from "@sekimori/kit-contract/email-text";
import { queryNames } from "@sekimori/portal-contract/page-routes";

/** The e-mail address that the page's address suggests; undefined without one. */
export function loginHintOf(query: URLSearchParams): string | undefined {
  const hint = query.get(queryNames.loginHint);
  return hint === null ? undefined : meantLoginHint(hint);
}

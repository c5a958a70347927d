import { apiBase } from "@sekimori/kit-contract/api-base";

/**
 * Where a guest's authorization request goes: this portal's provider, in silence, and only where the
 * answer goes to the guest itself.
 *
 * @param request the query of the request.
 * @returns undefined for a request that is none of the guest's.
 */
export function authorizationOf(request: string, guestOrigin: string): string | undefined {
  const query = new URLSearchParams(request);
  const [answerTo, ...more] = query.getAll("redirect_uri");
  if (answerTo === undefined || more.length > 0 || !URL.canParse(answerTo)) return undefined;
  if (new URL(answerTo).origin !== guestOrigin) return undefined;
  // What stands in a request object would be read instead of what was looked at here.
  if (query.has("request") || query.has("request_uri")) return undefined;
  // What is to be shown never stands in a frame.
  query.set("prompt", "none");
  return `${apiBase}/idp/oidc/authorize?${query}`;
}

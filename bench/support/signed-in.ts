import type { RunningProduct } from "@sekimori/e2e/running-product";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";

/** The demo account, as a sign-in request any client could send. */
export function signInRequest(product: RunningProduct) {
  return {
    url: `${product.portalOrigin}${signIn.path}`,
    method: "POST" as const,
    headers: { "content-type": "application/json", origin: product.portalOrigin },
    body: JSON.stringify({ email: "demo@sekimori.example", password: "Sekimori-2026" }),
  };
}

/** Signs in once. @returns the cookies to send on */
export async function signedInCookie(product: RunningProduct): Promise<string> {
  const { url, ...request } = signInRequest(product);
  const response = await fetch(url, request);
  if (!response.ok)
    throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

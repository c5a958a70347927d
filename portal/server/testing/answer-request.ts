import type { TestClient } from "@sekimori/kit-development/testing";
import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { type Arrival, follow, interactionOf, isAsked } from "./relying-party.ts";
import { type TestPortal, testOrigin } from "./test-portal.ts";

/** Posts a form's body as a browser does, and follows where it leads. */
export async function post(
  portal: TestPortal,
  browser: TestClient,
  address: string,
  body: string,
  origin = testOrigin,
): Promise<Arrival> {
  const url = new URL(address, testOrigin);
  const response = await portal.app.inject({
    method: "POST",
    url: url.pathname + url.search,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    payload: body,
    remoteAddress: "192.0.2.99",
  });
  for (const { name, value, expires, maxAge } of response.cookies) {
    if (maxAge === 0 || (expires && expires.getTime() === 0)) browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
  const { location } = response.headers;
  if (typeof location !== "string") {
    return { url, status: response.statusCode, text: response.body };
  }
  const next = new URL(location, url);
  if (next.origin !== url.origin) return { url: next, status: response.statusCode, text: "" };
  return follow(browser, next.href);
}

const decisions = { consent: "allow", continue: "continue", "select-account": "keep" } as const;

/**
 * Answers whatever an application's request asks, as the portal's /authorize page does, until the
 * browser is back at the application.
 *
 * @returns where it stands then, and what was asked on the way.
 */
export async function answerAll(
  browser: TestClient,
  first: Arrival,
  credentials: { readonly email: string; readonly password: string },
): Promise<Arrival & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  let page = first;
  while (isAsked(page)) {
    const params = { uid: interactionOf(page) };
    const { step } = await browser.call(showInteraction, { params });
    if (asked.length > 6) throw new Error(`Asked in a circle: ${asked}`);
    asked.push(step);
    if (step === "sign-in" || step === "sign-up") {
      await browser.call(signIn, { body: credentials });
    } else if (step === "reauthenticate") {
      await browser.call(reauthenticate, { body: { password: credentials.password } });
    } else {
      const body = { decision: decisions[step] };
      const { redirectUrl } = await browser.call(finishInteraction, { params, body });
      page = await follow(browser, redirectUrl);
    }
  }
  return { ...page, asked };
}

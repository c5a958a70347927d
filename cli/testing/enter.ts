import { type TestClient, testClient } from "@sekimori/kit-development/testing";
import { finishInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { follow, interactionOf, isAsked } from "@sekimori/portal-server/testing/relying-party";

type App = Parameters<typeof testClient>[0];

/** Signs somebody in at an application who is signed in at the portal. @returns where it led. */
export async function enterBy(app: App, atPortal: TestClient) {
  const browser = testClient(app, "127.0.0.1");
  const begun = await browser.request({ url: "/openid/sign-in" });
  let arrival = await follow(atPortal, String(begun.headers.location));
  while (isAsked(arrival)) {
    const params = { uid: interactionOf(arrival) };
    const body = { decision: "continue" } as const;
    const { redirectUrl } = await atPortal.call(finishInteraction, { params, body });
    arrival = await follow(atPortal, redirectUrl);
  }
  const { pathname, search } = arrival.url;
  const answer = await browser.request({ url: pathname + search });
  return { browser, led: String(answer.headers.location) };
}

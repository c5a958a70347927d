import { languageCookieName } from "@sekimori/portal-contract/language-cookie";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  authorizationRequest,
  newRelyingParty,
  type RelyingParty,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../../testing/test-portal.ts";

let portal: TestPortal;
let party: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  party = await newRelyingParty(portal);
});
afterAll(() => portal.close());

/** The language of the page that explains a request of nobody known. */
async function spoken(cookie: string | undefined, uiLocales: string | undefined, browser: string) {
  const { url } = await authorizationRequest(party);
  url.searchParams.set("client_id", "nobody");
  if (uiLocales !== undefined) url.searchParams.set("ui_locales", uiLocales);
  const { text } = await portal.browser().request({
    url: url.pathname + url.search,
    headers: {
      accept: "text/html",
      "accept-language": browser,
      ...(cookie === undefined
        ? {}
        : { cookie: `${languageCookieName(testOrigin)}=${encodeURIComponent(cookie)}` }),
    },
  });
  return /<html lang="(\w+)">/.exec(text)?.[1];
}

test.each([
  [undefined, undefined, "en-US", "en"],
  [undefined, undefined, "fr", "ja"],
  [undefined, "en", "ja", "en"],
  [undefined, "fr en-GB ja", "ja", "en"],
  [undefined, "fr", "en", "en"],
  ["ja", undefined, "en", "ja"],
  ["en", "ja", "ja", "en"],
  ["<b>", "en", "ja", "en"],
  ["", undefined, "en", "en"],
] as const)("chosen %j, asked for %j, browser %j: %s", async (chosen, asked, browser, language) => {
  expect(await spoken(chosen, asked, browser)).toBe(language);
});

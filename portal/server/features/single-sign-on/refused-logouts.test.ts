import { createOutbound } from "@sekimori/kit-server/outbound";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOrganisation } from "../../testing/organisations.ts";
import {
  newProviderKey,
  type StrictProvider,
  startStrictProvider,
  strictClient,
} from "../../testing/strict-provider.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
let provider: StrictProvider;
beforeAll(async () => {
  provider = await startStrictProvider();
  portal = await startTestPortal(
    {},
    {
      scheduled: false,
      outbound: createOutbound({ production: false, loopback: [provider.issuer] }),
    },
  );
});
afterAll(async () => {
  await portal.close();
  provider.close();
});

async function connected(): Promise<string> {
  const { browser, organisation } = await newOrganisation(portal);
  await browser.call(sso.setUpConnection, { body: { ...strictClient, issuer: provider.issuer } });
  return organisation.id;
}

/** How often each status answered words that arrive at once. */
async function tellAtOnce(organisation: string, tokens: readonly string[]) {
  const answers = await Promise.all(
    tokens.map((token) =>
      portal.app.inject({
        method: "POST",
        url: `/v1/sso/organisation/${organisation}/backchannel-logout`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      }),
    ),
  );
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

const many = (count: number, token: () => Promise<string>) =>
  Promise.all(Array.from({ length: count }, token));
const person = { subject: "nobody", session: "none" };
const honest = () => provider.logoutToken(person);

test("words that fail are counted before they are read, for each organisation apart; others cost it nothing", async () => {
  const [first, second] = [await connected(), await connected()];
  const foreign = () => provider.logoutToken(person, { aud: "another application" });
  expect(await tellAtOnce(first, await many(300, foreign))).toEqual({ 400: 300 });
  // More than there is room for, but never so many at once: each holds its place while it is read.
  for (let round = 0; round < 3; round += 1) {
    expect(await tellAtOnce(first, await many(100, honest))).toEqual({ 200: 100 });
  }
  const { privateKey } = await newProviderKey();
  const forged = () => provider.logoutToken(person, {}, privateKey);
  expect(await tellAtOnce(first, await many(300, forged))).toEqual({ 400: 240, 429: 60 });
  expect(await tellAtOnce(first, [await honest()])).toEqual({ 429: 1 });
  expect(await tellAtOnce(second, [await honest()])).toEqual({ 200: 1 });
}, 120_000);

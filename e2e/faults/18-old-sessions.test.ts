import { changePassword } from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { endOtherSessions } from "@sekimori/portal-contract/endpoints/security";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { newMember, signInAs } from "./support/journeys.ts";
import { Person } from "./support/person.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();

/** Whether a copy of a browser's cookies still opens anything, asked of both processes. */
async function lives(copy: ReadonlyMap<string, string>): Promise<number> {
  let alive = 0;
  for (let process = 0; process < 2; process += 1) {
    const thief = new Person(product.origin, { cookies: new Map(copy) });
    if ((await thief.attempt(getMyProfile, {})).status === 200) alive += 1;
  }
  return alive;
}

test("no session outlives sign-out, a new password, or being ended from elsewhere", async () => {
  const { email, person } = await newMember(product);
  const planted = new Map([["sekimori_session", "B".repeat(43)]]);
  const victim = new Person(product.origin, { cookies: new Map(planted) });
  await victim.send({ url: "/v1/site" });
  await signInAs(victim, email);
  expect((await victim.attempt(getMyProfile, {})).status).toBe(200);
  const fixated = await lives(planted);

  const signedOut = new Map(victim.cookies);
  expect(await lives(signedOut)).toBe(2);
  await victim.call(signOut, { body: {} });
  const replayed = await lives(signedOut);

  const other = new Person(product.origin);
  await signInAs(other, email);
  const beforeChange = new Map(person.cookies);
  const next = "Umi-no-Oto4";
  await person.call(changePassword, { body: { currentPassword: password, newPassword: next } });
  const afterChange = (await lives(other.cookies)) + (await lives(beforeChange));
  expect((await person.attempt(getMyProfile, {})).status).toBe(200);

  const third = new Person(product.origin);
  await signInAs(third, email, next);
  await person.call(endOtherSessions, { body: {} });
  const ended = await lives(third.cookies);
  report("18", {
    "live after fixation": fixated,
    "after sign-out": replayed,
    "after a new password": afterChange,
    "after being ended": ended,
  });
  expect([fixated, replayed, afterChange, ended]).toEqual([0, 0, 0, 0]);
});

import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { confirmInformation } from "@sekimori/portal-contract/endpoints/sign-up";
import { expect, test } from "vitest";
import { halfDone, jobsDone, membersOf } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { newEmail, newMember, signInAs, signUpTo } from "./support/journeys.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { patience, sized } from "./support/sizes.ts";

const world = ownWorld(() => ({
  portals: 2,
  workers: 2,
  asksReadiness: true,
  environment: { DRAIN_SECONDS: "3", LIMIT_FACTOR: "10", SIGN_INS_PER_ACCOUNT: "1" },
}));

test("one address signed up many times over two processes becomes one account", async () => {
  const here = world();
  const email = newEmail("same");
  const people = Array.from({ length: sized(20, 50) }, () => new Person(here.origin));
  for (const person of people) await signUpTo(here, person, "confirmation", { email });
  const answers = await Promise.all(
    people.map((person) => person.attempt(confirmInformation, { body: {} })),
  );
  const made = answers.filter(({ status }) => status === 200).length;
  report("4", { "parallel sign-ups": people.length, accounts: made });
  expect(made).toBe(1);
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(new Set(refusals.map((answer) => answer.error().type))).toEqual(
    new Set(["LoginIDExists"]),
  );
});

test("a limit is one limit, whichever process counts", async () => {
  const here = world();
  const { email } = await newMember(here);
  // From one network: that of a stranger, who spends the limit of nobody else (decision 26).
  const { network } = new Person(here.origin);
  const statuses: number[] = [];
  for (let guess = 0; guess < 15; guess += 1) {
    const guesser = new Person(here.origin, { network });
    statuses.push((await signInAs(guesser, email, "Wrong-Pass1")).status);
  }
  const passed = statuses.filter((status) => status === 400).length;
  report("processes", { "tries allowed": 10, "tries passed by two processes": passed });
  expect(passed).toBe(10);
  expect(statuses.slice(10)).toEqual(Array(5).fill(429));
});

test(
  "a rolling restart under load fails no request, loses nobody, and mails once",
  async () => {
    const here = world();
    const { person: reader } = await newMember(here);
    let isOver = false;
    const failures: string[] = [];
    let reads = 0;
    const read = async (): Promise<void> => {
      while (!isOver) {
        const answer = await reader.attempt(getMyProfile, {});
        reads += 1;
        if (answer.status !== 200) failures.push(`${answer.status} ${answer.text}`);
      }
    };
    const emails: string[] = [];
    const join = async (): Promise<void> => {
      while (!isOver) {
        const { email } = await newMember(here, newEmail("rolling"));
        emails.push(email);
      }
    };
    const load = [read(), join(), join()];
    const codes: (number | null)[] = [];
    for (const place of [...here.portals, ...here.workers]) {
      codes.push(await place.process.terminate());
      await place.restart();
    }
    isOver = true;
    await Promise.all(load);
    await jobsDone(here.pool);

    const counts = await Promise.all(emails.map((email) => membersOf(here.pool, email)));
    let twice = 0;
    let missing = 0;
    for (const email of emails) {
      const mails = await here.mails.to(email);
      const ids = new Set(mails.map(({ headers }) => headers["message-id"]));
      twice += mails.length - ids.size;
      // The code and the confirmation.
      if (ids.size < 2) missing += 1;
    }
    report("processes", {
      restarts: codes.length,
      "sign-ups meanwhile": emails.length,
      reads,
      "failed requests": failures.length,
      "mails missing": missing,
      "mails twice": twice,
    });
    expect(emails.length).toBeGreaterThan(0);
    expect(failures).toEqual([]);
    expect(counts.every((count) => count === 1)).toBe(true);
    expect([missing, twice]).toEqual([0, 0]);
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(await halfDone(here.pool)).toEqual({});
  },
  patience,
);

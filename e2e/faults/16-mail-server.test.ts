import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { newEmail } from "./support/journeys.ts";
import { type LossyLink, startLossyLink } from "./support/lossy-link.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { patience, sized } from "./support/sizes.ts";

let link: LossyLink;
const world = ownWorld(() => ({
  environment: { LIMIT_FACTOR: "1000" },
  smtpPort: async (port) => {
    // The end of a mail: its answer is the server's promise to deliver.
    link = await startLossyLink(port, /\r\n\.\r\n$/);
    return link.port;
  },
}));
afterAll(() => link.stop());

const count = sized(15, 500);
const outage = sized(3_000, 600_000);

async function states(): Promise<Record<string, number>> {
  const { rows } = await world().pool.query<{ state: string; n: number }>(
    "select state, count(*)::int as n from kit.mail_outbox group by 1",
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

async function allSent(): Promise<number> {
  const began = performance.now();
  while (((await states()).queued ?? 0) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Math.round((performance.now() - began) / 100) / 10;
}

async function ask(addresses: readonly string[]): Promise<void> {
  for (const email of addresses) {
    const body = { email, plan: "free", locale: "en" } as const;
    await new Person(world().origin).call(signUp, { body });
  }
}

/** Mails that came for the addresses: none lost, and how many came twice. */
async function arrived(addresses: readonly string[]) {
  let lost = 0;
  let doubles = 0;
  for (const email of addresses) {
    const mails = await world().mails.to(email);
    const distinct = new Set(mails.map(({ headers }) => headers["message-id"])).size;
    if (distinct !== 1) lost += 1;
    doubles += mails.length - distinct;
  }
  return { lost, doubles };
}

const addresses = (name: string, many: number) =>
  Array.from({ length: many }, () => newEmail(name));

test(
  "a mail server that is down costs time and no mail",
  async () => {
    const to = addresses("down", count);
    link.mode = "down";
    await ask(to);
    // Down for a while, as told by the tries it refuses and by the clock.
    const until = Date.now() + outage;
    while (link.harmed < 2 || Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    link.mode = "pass";
    const seconds = await allSent();
    const { lost, doubles } = await arrived(to);
    report("16", {
      "server down": `${outage / 1000} s`,
      mails: count,
      lost,
      doubles,
      "s to drain": seconds,
    });
    expect([lost, doubles]).toEqual([0, 0]);
    // Tries are at most five minutes apart; within seconds of a short outage.
    expect(seconds).toBeLessThanOrEqual(sized(300, 320));
  },
  patience,
);

test(
  "an answer that gets lost doubles a mail at most, and the double has its Message-ID",
  async () => {
    const to = addresses("unheard", 4);
    const before = link.harmed;
    link.mode = "lose-answers";
    await ask(to);
    while (link.harmed - before < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    link.mode = "pass";
    await allSent();
    const { lost, doubles } = await arrived(to);
    const unheard = link.harmed - before;
    report("16", { "answers lost": unheard, mails: to.length, lost, doubles });
    expect(lost).toBe(0);
    expect(doubles).toBeLessThanOrEqual(unheard);
  },
  patience,
);

test(
  "4xx is tried again, 5xx is written down and not tried again",
  async () => {
    const later = addresses("later", 3).map((email) => email.replace("@", "+greylist@"));
    const never = addresses("never", 3).map((email) => email.replace("@", "+bounce@"));
    await ask([...later, ...never]);
    await allSent();
    const { lost, doubles } = await arrived(later);
    const { refused = 0 } = await states();
    report("16", { "451 first": later.length, lost, doubles, "550 refused for good": refused });
    expect([lost, doubles, refused]).toEqual([0, 0, never.length]);
  },
  patience,
);

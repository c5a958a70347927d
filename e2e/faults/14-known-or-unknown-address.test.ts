import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { resendConfirmSignUpCode, signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { beforeAll, expect, test } from "vitest";
import { allowedArea, separability } from "./support/auc.ts";
import { jobsDone } from "./support/consistency.ts";
import { percentile, report } from "./support/figures.ts";
import { newEmail, newMember, signInAs } from "./support/journeys.ts";
import { type Answer, Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { patience, sized } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
/** Addresses of each kind, each asked about several times, as its limits allow. */
const addresses = sized(20, 400);
const aim = 0.55;

let known: string[];
let unknown: string[];

beforeAll(async () => {
  known = [];
  for (let index = 0; index < addresses; index += 1) known.push((await newMember(product)).email);
  unknown = Array.from({ length: addresses }, () => newEmail());
  await jobsDone(product.pool);
}, patience);

/** A sign-up that waits for its code, sent long enough ago to ask for another. */
async function waitingSignUp(email: string): Promise<Person> {
  const person = new Person(product.origin);
  await person.call(signUp, { body: { email, plan: "free", locale: "en" } });
  return person;
}

const ageCodes = () =>
  product.pool.query(
    "update portal.sign_up_flow set code_sent_at = code_sent_at - interval '2 minutes'",
  );

interface Probe {
  /** Per address, within what an hour allows. */
  readonly times: number;
  prepare(email: string): Promise<() => Promise<Answer>>;
}

const probes: Readonly<Record<string, Probe>> = {
  "sign-in": {
    times: 4,
    prepare: async (email) => () => signInAs(new Person(product.origin), email, "Wrong-Pass1"),
  },
  "forgot-password": {
    times: 4,
    prepare: async (email) => () =>
      new Person(product.origin).attempt(forgotPassword, { body: { email, locale: "en" } }),
  },
  "resend code": {
    times: 3,
    prepare: async (email) => {
      const person = await waitingSignUp(email);
      return () => person.attempt(resendConfirmSignUpCode, { body: {} });
    },
  },
  "sign-up": {
    times: 2,
    prepare: async (email) => () =>
      new Person(product.origin).attempt(signUp, { body: { email, plan: "free", locale: "en" } }),
  },
};

/** What is left of an answer when what differs every time is taken out. */
function shape({ status, text, headers }: Answer, email: string): string {
  const body = text
    .replaceAll(email, "<address>")
    .replace(/"requestId":"[^"]*"/, '"requestId":""')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<moment>");
  const names = [...headers.keys()].sort().join(" ");
  const cookies = headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "=<value>"));
  return JSON.stringify([status, body, names, cookies]);
}

async function measure(name: string, random: Random) {
  const probe = probes[name];
  if (!probe) throw new Error(`No probe ${name}.`);
  // Each call in an hour of its own: how many mails an address got before is another question.
  await product.pool.query("truncate kit.rate_limit");
  const plan: { email: string; isKnown: boolean; run: () => Promise<Answer> }[] = [];
  for (const isKnown of [true, false]) {
    for (let time = 0; time < probe.times; time += 1) {
      for (const email of isKnown ? known : unknown) {
        plan.push({ email, isKnown, run: await probe.prepare(email) });
      }
    }
  }
  if (name === "resend code") await ageCodes();
  await jobsDone(product.pool);
  const seen = { known: new Set<string>(), unknown: new Set<string>() };
  const took = { known: [] as number[], unknown: [] as number[] };
  for (const { email, isKnown, run } of random.shuffled(plan)) {
    const answer = await run();
    const kind = isKnown ? "known" : "unknown";
    took[kind].push(answer.ms);
    seen[kind].add(shape(answer, email));
  }
  return { seen, took };
}

test.each(Object.keys(probes))(
  "%s tells a known address from an unknown one by nothing",
  async (name) => {
    const { seen, took } = await measure(name, Random.forRow("14"));
    const area = separability(took.known, took.unknown);
    const allowed = allowedArea(aim, took.known.length);
    report("14", {
      endpoint: name,
      samples: took.known.length + took.unknown.length,
      "known p50 ms": percentile(took.known, 0.5),
      "unknown p50 ms": percentile(took.unknown, 0.5),
      AUC: area.toFixed(3),
      allowed: allowed.toFixed(3),
    });
    expect(seen.known).toEqual(seen.unknown);
    expect(seen.known.size).toBe(1);
    expect(area).toBeLessThanOrEqual(allowed);
  },
  patience,
);

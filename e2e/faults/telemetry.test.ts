import { randomUUID } from "node:crypto";
import { signUp, signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { cards } from "@sekimori/portal-server/testing/sign-up-calls";
import { afterAll, expect, test } from "vitest";
import { newEmail, signUpTo } from "./support/journeys.ts";
import { otlpReceiver } from "./support/otlp-receiver.ts";
import { ownWorld } from "./support/own-world.ts";
import { type Answer, Person } from "./support/person.ts";

// A stranger's protocol: what comes is read by its own definition, without the library that sent it.
const receiver = await otlpReceiver();
const world = ownWorld(() => ({
  environment: {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer of-the-operator",
    OTEL_TRACES_SAMPLER_ARG: "1",
  },
}));
afterAll(() => receiver.stop());

/** The spans of a request, by the id that its answer told, once `last` is among them. */
async function followed(answer: Answer, last: string) {
  const traceId = answer.headers.get("x-request-id") ?? "";
  const own = () => receiver.spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => own().map(({ name }) => name), { timeout: 30_000 }).toContain(last);
  return own();
}

test("a request is followed through portal, database, job and mail", async () => {
  const email = newEmail("followed");
  const body = { email, plan: "free", locale: "en" } as const;
  const answer = await new Person(world().origin).attempt(signUp, { body });
  expect(answer.status).toBe(200);
  // Each process tells in its own time: the mail is the worker's, the request the portal's.
  await followed(answer, "send mail");
  const spans = await followed(answer, `POST ${signUp.path}`);
  const named = (name: string) => {
    const span = spans.find((each) => each.name === name);
    if (span === undefined) throw new Error(`${name} was not told.`);
    return span;
  };
  const [request, job, mail] = [`POST ${signUp.path}`, "process kit.send-mail", "send mail"].map(
    named,
  );
  expect([request?.service, job?.service, mail?.service]).toEqual([
    "sekimori-portal",
    "sekimori-worker",
    "sekimori-worker",
  ]);
  expect(request?.parentSpanId).toBe("");
  expect(job?.parentSpanId).toBe(request?.spanId);
  expect(mail?.parentSpanId).toBe(job?.spanId);
  const statements = spans.filter(({ name }) => /^(SELECT|INSERT|BEGIN|COMMIT)/.test(name));
  expect(statements.length).toBeGreaterThan(3);
  const known = new Set(spans.map(({ spanId }) => spanId));
  for (const { parentSpanId } of statements) expect(known).toContain(parentSpanId);
  expect(receiver.text()).not.toContain(email);
  expect(
    receiver.headers.every(({ authorization }) => authorization === "Bearer of-the-operator"),
  ).toBe(true);
});

test("a card's registration is followed to the payment company", async () => {
  const here = world();
  const person = new Person(here.origin);
  await signUpTo(here, person, "account", { plan: "detailed" });
  const body = { attempt: randomUUID(), cardToken: await here.company.token(cards.success) };
  const answer = await person.attempt(signUpWithCard, { body });
  expect(answer.status).toBe(200);
  const spans = await followed(answer, `POST ${signUpWithCard.path}`);
  expect(spans.map(({ name }) => name)).toContain("POST localhost");
  expect(receiver.text()).not.toContain(body.cardToken);
});

test("what /metrics shows is told as well, at the end at the latest", async () => {
  await Promise.all(world().workers.map(({ process }) => process.terminate()));
  expect([...receiver.figures]).toEqual(
    expect.arrayContaining([
      "sekimori_build_info",
      "sekimori_jobs",
      "sekimori_job_duration_seconds",
    ]),
  );
});

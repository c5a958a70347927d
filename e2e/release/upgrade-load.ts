import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { AnyEndpoint, EndpointInput, EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { requestFor, type TestRequest } from "@sekimori/kit-development/testing";
import { getMyProfile, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { agreeConsent, service, signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import type { StandIn } from "@sekimori/sandbox/stripe";
import type { Pool } from "pg";
import { signInAs, signUpTo } from "../faults/support/journeys.ts";
import type { Mails } from "../faults/support/mails.ts";
import { type Answer, Person, Refused } from "../faults/support/person.ts";

/** What people met while releases were exchanged. Nothing of this load is refused on purpose. */
export class Met {
  readonly failures: string[] = [];
  /** Of answers in the present phase. */
  #ms: number[] = [];
  requests = 0;
  members = 0;
  scans = 0;
  signIns = 0;
  /** Somebody was shown the terms of one release and agreed at the other, whose words are others. */
  readAgain = 0;

  answered({ url }: TestRequest, { status, text, ms }: Answer): void {
    this.requests += 1;
    this.#ms.push(ms);
    if (status === 409 && text.includes("TermsChanged")) this.readAgain += 1;
    else if (status >= 400) this.failures.push(`${url}: ${status} ${text.slice(0, 300)}`);
  }

  /** How long answers took since it was asked last. */
  takeTimes(): readonly number[] {
    return this.#ms.splice(0);
  }
}

/** A browser whose page may be of another release than who answers: it reads what it knows. */
class Visitor extends Person {
  readonly #met: Met;

  constructor(origin: string, met: Met, network?: string) {
    super(origin, network === undefined ? {} : { network });
    this.#met = met;
  }

  override async send(wanted: TestRequest): Promise<Answer> {
    try {
      const answer = await super.send(wanted);
      this.#met.answered(wanted, answer);
      return answer;
    } catch (error) {
      this.#met.failures.push(`${wanted.url}: ${error}`);
      throw error;
    }
  }

  override async call<E extends AnyEndpoint>(
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<EndpointResponse<E>> {
    const answer = await this.send(requestFor(endpoint, input));
    if (answer.status !== 200) throw new Refused(endpoint.name, answer);
    return answer.json() as EndpointResponse<E>;
  }
}

export interface Stage {
  readonly origin: string;
  readonly karteOrigin: string;
  readonly mails: Mails;
  readonly standIn: StandIn;
  readonly portal: Pool;
  readonly karte: Pool;
  readonly met: Met;
  readonly isOver: () => boolean;
}

/** Signs a member in to karte by the portal, as their browser does. */
async function enterKarte({ karteOrigin, met }: Stage, member: Visitor): Promise<Visitor> {
  const visitor = new Visitor(karteOrigin, met, member.network);
  let next: URL | undefined = new URL("/openid/sign-in?prompt=none", karteOrigin);
  for (let steps = 0; next !== undefined && steps < 12; steps += 1) {
    const at: URL = next;
    const whose = at.origin === karteOrigin ? visitor : member;
    const answer = await whose.send({ url: `${at.pathname}${at.search}` });
    const location = answer.headers.get("location");
    next = location === null ? undefined : new URL(location, at);
  }
  await visitor.send({ url: "/v1/session" });
  return visitor;
}

/** Adds a domain and has it scanned: nobody has proved it, so a worker takes the scan, looks, and ends it. */
async function scan(stage: Stage, visitor: Visitor): Promise<void> {
  const added = await visitor.send({
    url: "/v1/domains",
    body: { name: `${randomUUID()}.example.jp` },
  });
  const { id: domain } = added.json() as { id: string };
  await stage.karte.query("update karte.domain set proof = 1, consented = true where id = $1", [
    domain,
  ]);
  const started = await visitor.send({ url: "/v1/runs", body: { domain } });
  const { run } = started.json() as { run: { id: string } };
  for (const until = Date.now() + 120_000; ; await pause(500)) {
    const { state } = (await visitor.send({ url: `/v1/runs/${run.id}` })).json() as {
      state: string;
    };
    if (state === "refused") break;
    if (Date.now() > until) throw new Error(`A scan is ${state} after two minutes.`);
  }
  await visitor.send({ url: "/v1/findings" });
  stage.met.scans += 1;
}

/** Reads and agrees; again where the words have changed meanwhile. */
async function agree(person: Visitor): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { agreement, shown } = await person.call(service, {});
    const documents = agreement?.documents ?? [];
    const choices = { agreed: true, promotionalMail: false, locale: "ja" } as const;
    const body = { documents, shown: shown ?? "", ...choices };
    const { status } = await person.attempt(agreeConsent, { body });
    if (status === 200) return;
    if (status !== 409 || tries === 20) throw new Error(`Agreeing was answered ${status}.`);
  }
}

/** Somebody signs up and pays, goes to karte, scans, and comes back on another browser. */
async function live(stage: Stage): Promise<void> {
  const { met, origin, standIn } = stage;
  const person = new Visitor(origin, met);
  const email = await signUpTo(stage, person, "account", { plan: "detailed" });
  const cardToken = standIn.token("4242424242424242", { fingerprint: randomUUID() });
  await person.call(signUpWithCard, { body: { attempt: randomUUID(), cardToken } });
  await agree(person);
  met.members += 1;
  await person.call(updateMyProfile, { body: { first_name: "花子", last_name: "山本" } });
  await scan(stage, await enterKarte(stage, person));
  await signInAs(new Visitor(origin, met), email);
  met.signIns += 1;
}

/** Somebody who reads and changes, on and on. */
async function use(stage: Stage): Promise<void> {
  const person = new Visitor(stage.origin, stage.met);
  await signUpTo(stage, person, "account");
  await agree(person);
  for (let turn = 1; !stage.isOver(); turn += 1) {
    await person.attempt(updateMyProfile, { body: { first_name: `N${turn}`, last_name: "山本" } });
    await person.attempt(getMyProfile, {});
    await pause(50);
  }
}

/** Every contract is due in the month that is billed, again and again. */
async function bill({ portal, isOver }: Stage, month: string): Promise<void> {
  while (!isOver()) {
    await portal.query(
      `update portal.contract c set next_billing_on = $1 where next_billing_on <> $1
       and plan = 'detailed' and not exists (select from portal.invoice where contract_id = c.id)`,
      [month],
    );
    await portal.query("select graphile_worker.add_job('portal.bill-day', $1::json)", [
      JSON.stringify({ day: month }),
    ]);
    await pause(1_000);
  }
}

/** Somebody who was refused has been counted, and the next one comes. */
async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** Everything that goes on until it is over. @throws what somebody met that is no answer */
export async function goOn(stage: Stage, month: string): Promise<void> {
  const lives = async () => {
    while (!stage.isOver()) await unlessRefused(() => live(stage));
  };
  await Promise.all([lives(), lives(), use(stage), use(stage), bill(stage, month)]);
}

import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { apiRoutes, type Fault } from "./api.ts";
import * as happening from "./at-the-company.ts";
import { browserRoutes } from "./browser-routes.ts";
import { type Company, createCompany, fingerprintOf } from "./company.ts";
import { type Endpoint, send } from "./deliveries.ts";
import { Refusal } from "./form.ts";
import { Pace, standInKeys } from "./keys.ts";
import { answerChallenge, keepMethod } from "./setups.ts";
import type { StoredEvent } from "./state.ts";
import { testCards } from "./test-cards.ts";

export interface StandInOptions {
  readonly port?: number;
  readonly now?: () => Date;
}

/**
 * A server that stands in for Stripe's in tests: written by us from its public documentation, for
 * the part of it that the product uses. It is not Stripe, and what passes here has not met Stripe.
 */
export interface StandIn {
  readonly origin: string;
  readonly pace: Pace;
  /** Faults for the next writes; each is met once. */
  readonly faults: Fault[];
  readonly log: readonly string[];
  readonly events: readonly StoredEvent[];
  readonly company: Company;
  /** Where the merchant is told of events; nowhere unless set. Nothing is told by itself. */
  endpoint: Endpoint | undefined;
  /** What the fields give for a card; with a fingerprint of its own it is another card. */
  token(
    number: string,
    card?: { month?: number; year?: number; name?: string; fingerprint?: string },
  ): string;
  /** The holder answers 3-D Secure. @returns where the browser goes on. */
  answer(registration: string, isRight: boolean): string;
  /** Tells the merchant of an event. @returns its answer. */
  tell(event: StoredEvent, endpoint?: Endpoint): Promise<number>;
  /** What banks, issuers and the company's staff do. */
  readonly happening: typeof happening;
  stop(): Promise<void>;
}

export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const now = options.now ?? (() => new Date());
  const app = fastify({ forceCloseConnections: true });
  const pace = new Pace();
  const faults: Fault[] = [];
  const log: string[] = [];
  let origin = "";
  const company = createCompany({ origin: () => origin, now });

  const token: StandIn["token"] = (number, asked = {}) => {
    const { month = 12, year = 2034, name = "HANAKO SEKI", fingerprint } = asked;
    const card = testCards[number];
    if (card === undefined) throw new Error(`${number} is no test card.`);
    const known = { brand: card.brand, fingerprint: fingerprint ?? fingerprintOf(number) };
    return keepMethod(company, { number, month, year, name }, known).id;
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.addHook("onSend", async (_request, reply) => {
    reply.header("request-id", `req_${randomBytes(7).toString("hex")}`);
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${request.method}: ${request.url}).`,
      },
    }),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.code(error.status).send({ error: error.body });
  });
  apiRoutes(app, { company, keys: standInKeys, pace, faults, log });
  browserRoutes(app, { company, keys: standInKeys, token });
  await app.listen({ port: options.port ?? 0, host: "127.0.0.1" });
  origin = `http://localhost:${(app.server.address() as AddressInfo).port}`;

  const standIn: StandIn = {
    origin,
    pace,
    faults,
    log,
    events: company.memory.events,
    company,
    endpoint: undefined,
    token,
    answer: (registration, isRight) => answerChallenge(company, registration, isRight),
    async tell(event, endpoint = standIn.endpoint) {
      if (endpoint === undefined) throw new Error("The merchant has no endpoint.");
      return send(event, endpoint, now());
    },
    happening,
    stop: () => app.close(),
  };
  return standIn;
}

import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Company, found } from "./company.ts";
import { expand, type Form, Refusal, read, readForm, whole } from "./form.ts";
import { type Answer, IdempotencyKeys } from "./idempotency.ts";
import {
  type Pace,
  requireForm,
  requireSecretKey,
  requireVersion,
  type StandInKeys,
} from "./keys.ts";
import { listRefunds, listTransactions } from "./looks.ts";
import { cancelPayment, confirmPayment, createPayment, createRefund } from "./payments.ts";
import { createCustomer, createSetup, detachMethod, showSetup } from "./setups.ts";

type Write = (company: Company, form: Form, id: string) => unknown;
type Look = (company: Company, form: Form, id: string) => unknown;

const writes: Readonly<Record<string, Write>> = {
  "/v1/customers": createCustomer,
  "/v1/setup_intents": createSetup,
  "/v1/payment_methods/:id/detach": (company, form, id) => detachMethod(company, id, form),
  "/v1/payment_intents": createPayment,
  "/v1/payment_intents/:id/confirm": (company, form, id) => confirmPayment(company, id, form),
  "/v1/payment_intents/:id/cancel": (company, form, id) => cancelPayment(company, id, form),
  "/v1/refunds": createRefund,
};

const expands = (...known: [string, ...string[]]) => z.strictObject({ expand: expand(...known) });

const looks: Readonly<Record<string, Look>> = {
  "/v1/setup_intents/:id"(company, form, id) {
    const params = read(expands("payment_method", "latest_attempt", "customer"), form);
    return showSetup(
      company,
      found(company.memory.setups, id, "setupintent", "intent"),
      params.expand,
    );
  },
  "/v1/payment_methods/:id"({ memory }, form, id) {
    read(expands("customer"), form);
    return found(memory.methods, id, "PaymentMethod", "payment_method");
  },
  "/v1/payment_intents/:id"({ memory }, form, id) {
    read(expands("latest_charge", "payment_method"), form);
    return found(memory.payments, id, "payment_intent", "intent");
  },
  "/v1/refunds": listRefunds,
  "/v1/refunds/:id"({ memory }, form, id) {
    read(expands("charge", "payment_intent"), form);
    return found(memory.refunds, id, "refund");
  },
  "/v1/disputes/:id"({ memory }, form, id) {
    read(expands("charge", "payment_intent"), form);
    return found(memory.disputes, id, "dispute", "dispute");
  },
  "/v1/balance_transactions": listTransactions,
  "/v1/webhook_endpoints"({ endpoints }, form) {
    read(z.strictObject({ limit: whole(1, 100).optional() }), form);
    return { object: "list", url: "/v1/webhook_endpoints", has_more: false, data: endpoints };
  },
  "/v1/account"({ account }, form) {
    read(z.strictObject({}), form);
    return {
      id: "acct_StandIn",
      object: "account",
      country: "JP",
      ...account,
    };
  },
};

/** What goes wrong on the way, for the next request whose path contains a text. */
export interface Fault {
  readonly path: string;
  /**
   * Of a write. `lost`: it is done and the answer never comes. `broken`: 500 with nothing done. Of
   * anything else `silent`: no answer comes.
   */
  readonly kind: "lost" | "broken" | "silent";
}

export interface ApiOptions {
  readonly company: Company;
  readonly keys: StandInKeys;
  readonly pace: Pace;
  readonly faults: Fault[];
  /** The requests that were answered, as `POST /v1/refunds`. */
  readonly log: string[];
}

/** The part of the company's API that the product uses, as strict as its documentation. */
export function apiRoutes(app: FastifyInstance, options: ApiOptions): void {
  const { company, keys, pace, faults, log } = options;
  const idempotency = new IdempotencyKeys(company.now);

  const takeFault = (path: string, ofWrite: boolean): Fault["kind"] | undefined => {
    const index = faults.findIndex(
      (fault) => path.includes(fault.path) && (fault.kind !== "silent") === ofWrite,
    );
    return index === -1 ? undefined : faults.splice(index, 1)[0]?.kind;
  };

  const guard = async (request: FastifyRequest): Promise<void> => {
    requireSecretKey(request.headers, keys);
    requireVersion(request.headers);
    pace.take();
    if (pace.latencyMs > 0) await pause(pace.latencyMs);
    log.push(`${request.method} ${request.url.split("?")[0]}`);
  };

  const perform = async (work: () => unknown): Promise<Answer> => {
    try {
      return { status: 200, body: structuredClone(work()) };
    } catch (error) {
      // A decline is an outcome, and kept under the key like one.
      if (error instanceof Refusal && error.status === 402) {
        return { status: 402, body: { error: error.body } };
      }
      throw error;
    }
  };

  for (const [path, write] of Object.entries(writes)) {
    app.post(path, { onRequest: guard }, async (request, reply: FastifyReply) => {
      requireForm(request.headers);
      const body = typeof request.body === "string" ? request.body : "";
      const fault = takeFault(request.url, true);
      if (fault === "broken") throw new Refusal(500, "api_error", "An error occurred on our side.");
      const { id = "" } = request.params as { id?: string };
      const key = request.headers["idempotency-key"];
      const answer = await idempotency.once(
        Array.isArray(key) ? key[0] : key,
        `${request.url} ${body}`,
        () => perform(() => write(company, readForm(body), id)),
      );
      if (fault === "lost") {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      if (answer.isReplay) reply.header("idempotent-replayed", "true");
      return reply.code(answer.status).send(answer.body);
    });
  }
  for (const [path, look] of Object.entries(looks)) {
    app.get(path, { onRequest: guard }, async (request, reply: FastifyReply) => {
      if (takeFault(request.url, false) === "silent") {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      const { id = "" } = request.params as { id?: string };
      return structuredClone(look(company, readForm(request.url.split("?")[1] ?? ""), id));
    });
  }
}

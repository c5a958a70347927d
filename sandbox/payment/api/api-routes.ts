import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { deleteCard, findCard, showCard } from "../cards.ts";
import { createCharge, createRefund, findCharges } from "../charges.ts";
import { type Company, CompanyError } from "../company.ts";
import { once } from "../idempotency.ts";
import { readLedger } from "../ledger.ts";
import { letTimePass } from "../passing-time.ts";
import { createRegistration, findRegistration, showRegistration } from "../registrations.ts";
import { defaultSlowAnswerMs } from "../settings.ts";
import { readIdempotencyKey, requireSecretKey } from "./api-guard.ts";
import {
  chargeQuery,
  chargeRequest,
  idParams,
  refundRequest,
  registrationRequest,
} from "./api-requests.ts";

/** The company's API for merchants' servers, and the ledger that tests read. */
export function paymentApiRoutes(company: Company) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/payment/ledger", () => readLedger(company));
    app.register(async (api) => {
      api.addHook("onRequest", async (request) =>
        requireSecretKey(request, company.settings.secretKey),
      );
      registrationRoutes(api, company);
      cardRoutes(api, company);
      chargeRoutes(api, company);
    });
  };
}

function registrationRoutes(api: FastifyInstance, company: Company): void {
  api.post("/payment/api/card-registrations", async (request) => {
    const body = registrationRequest.parse(request.body);
    if (!company.portalOrigins.includes(new URL(body.return_url).origin)) {
      throw new CompanyError(422, "return_url_not_allowed", "return_url is not the merchant's.");
    }
    const call = {
      key: readIdempotencyKey(request),
      method: "POST",
      path: "/payment/api/card-registrations",
      body,
    };
    const { answer } = await once(company, call, async (books) => ({
      answer: await createRegistration(company, books, body),
      first: true,
    }));
    return answer;
  });

  api.get("/payment/api/card-registrations/:id", async (request) => {
    const { id } = idParams.parse(request.params);
    await letTimePass(company);
    const row = await findRegistration(company.database, id);
    return await showRegistration(company, company.database, row);
  });
}

function cardRoutes(api: FastifyInstance, company: Company): void {
  api.get("/payment/api/cards/:id", async (request) =>
    showCard(await findCard(company.database, idParams.parse(request.params).id)),
  );

  api.delete("/payment/api/cards/:id", (request) =>
    deleteCard(company, idParams.parse(request.params).id),
  );
}

function chargeRoutes(api: FastifyInstance, company: Company): void {
  api.post("/payment/api/charges", async (request, reply) => {
    const body = chargeRequest.parse(request.body);
    const key = readIdempotencyKey(request);
    const call = { key, method: "POST", path: "/payment/api/charges", body };
    const { answer, first } = await once(company, call, async (books) => {
      const made = await createCharge(company, books, key, body);
      return { answer: made.shown, first: made.answer };
    });
    if (first === "lost") {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    if (first === "slow") {
      const gone = new AbortController();
      request.raw.socket.once("close", () => gone.abort());
      const waited = await wait(company.settings.slowAnswerMs ?? defaultSlowAnswerMs, true, {
        signal: gone.signal,
        ref: false,
      }).catch(() => false);
      if (!waited) {
        reply.hijack();
        return;
      }
    }
    return answer;
  });

  api.get("/payment/api/charges", async (request) => ({
    charges: await findCharges(company.database, chargeQuery.parse(request.query)),
  }));

  api.get("/payment/api/charges/:id", async (request) => {
    const [charge] = await findCharges(company.database, idParams.parse(request.params));
    if (charge === undefined) throw new CompanyError(404, "charge_not_found", "No such charge.");
    return charge;
  });

  api.post("/payment/api/refunds", async (request) => {
    const body = refundRequest.parse(request.body);
    const key = readIdempotencyKey(request);
    const call = { key, method: "POST", path: "/payment/api/refunds", body };
    const { answer } = await once(company, call, async (books) => ({
      answer: await createRefund(company, books, key, body),
      first: true,
    }));
    return answer;
  });
}

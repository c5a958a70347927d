import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { payOut, readBalance } from "../balance.ts";
import { deleteCard, findCard, showCard } from "../cards.ts";
import { chargeBooks } from "../charge-books.ts";
import { chargeOnce, createRefund, findCharges, findRefund, findRefunds } from "../charges.ts";
import { type Company, CompanyError } from "../company.ts";
import { closeDispute, findDispute, openDispute, showDispute } from "../disputes.ts";
import { once } from "../idempotency.ts";
import { readLedger } from "../ledger.ts";
import { letTimePass } from "../passing-time.ts";
import { createRegistration, findRegistration, showRegistration } from "../registrations.ts";
import { defaultSlowAnswerMs } from "../settings.ts";
import { findToken, showToken } from "../tokens.ts";
import { settleCharge } from "../waiting-charges.ts";
import { readIdempotencyKey, requireSecretKey } from "./api-guard.ts";
import {
  balanceQuery,
  chargeQuery,
  chargeRequest,
  disputeClosing,
  disputeRequest,
  idParams,
  refundQuery,
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
      moneyRoutes(api, company);
    });
  };
}

/** Refunds and disputes by id, the company's ledger, and what a card holder's bank can do. */
function moneyRoutes(api: FastifyInstance, company: Company): void {
  api.get("/payment/api/refunds", async (request) => {
    await letTimePass(company);
    return { refunds: await findRefunds(company.database, refundQuery.parse(request.query)) };
  });

  api.get("/payment/api/refunds/:id", async (request) => {
    await letTimePass(company);
    return await findRefund(company.database, idParams.parse(request.params).id);
  });

  api.get("/payment/api/disputes/:id", async (request) => {
    const { database } = company;
    return await showDispute(
      database,
      await findDispute(database, idParams.parse(request.params).id),
    );
  });

  api.post("/payment/api/disputes", async (request) => {
    const { charge_id } = disputeRequest.parse(request.body);
    return await openDispute(company, charge_id);
  });

  api.post("/payment/api/disputes/:id/close", async (request) => {
    const { id } = idParams.parse(request.params);
    const { outcome } = disputeClosing.parse(request.body);
    return await closeDispute(company, id, outcome);
  });

  api.get("/payment/api/balance", async (request) => {
    const { from, to, after } = balanceQuery.parse(request.query);
    await letTimePass(company);
    await payOut(company.database, company.now());
    const range = { from: new Date(from), to: new Date(to), after };
    return { entries: await readBalance(company.database, range) };
  });
}

function requireOwnReturn({ portalOrigins }: Company, returnUrl: string | undefined): void {
  if (returnUrl === undefined || portalOrigins.includes(new URL(returnUrl).origin)) return;
  throw new CompanyError(422, "return_url_not_allowed", "return_url is not the merchant's.");
}

function registrationRoutes(api: FastifyInstance, company: Company): void {
  api.post("/payment/api/card-registrations", async (request) => {
    const body = registrationRequest.parse(request.body);
    requireOwnReturn(company, body.return_url);
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
  api.get("/payment/api/tokens/:id", async (request) => {
    const { id } = idParams.parse(request.params);
    return showToken(await findToken(company.database, id));
  });

  api.get("/payment/api/cards/:id", async (request) =>
    showCard(await findCard(company.database, idParams.parse(request.params).id)),
  );

  api.delete("/payment/api/cards/:id", (request) =>
    deleteCard(company, idParams.parse(request.params).id),
  );
}

function chargeRoutes(api: FastifyInstance, company: Company): void {
  const books = chargeBooks(company.database);
  api.post("/payment/api/charges", async (request, reply) => {
    const body = chargeRequest.parse(request.body);
    requireOwnReturn(company, body.return_url);
    const key = readIdempotencyKey(request);
    const call = { key, method: "POST", path: "/payment/api/charges", body };
    const { answer, first } = await chargeOnce(company, books, call, body);
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

  api.get("/payment/api/charges", async (request) => {
    await letTimePass(company);
    return { charges: await findCharges(company, chargeQuery.parse(request.query)) };
  });

  api.get("/payment/api/charges/:id", async (request) => {
    const [charge] = await findCharges(company, idParams.parse(request.params));
    if (charge === undefined) throw new CompanyError(404, "charge_not_found", "No such charge.");
    return charge;
  });

  api.post("/payment/api/charges/:id/cancel", async (request) => {
    const { id } = idParams.parse(request.params);
    await settleCharge(company, id, "authentication_abandoned");
    const [charge] = await findCharges(company, { id });
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

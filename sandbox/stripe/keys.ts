import type { IncomingHttpHeaders } from "node:http";
import { apiVersion } from "./company.ts";
import { invalid, Refusal } from "./form.ts";

export interface StandInKeys {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** Keys of the form that the company gives out for tests; good for nothing but a stand-in. */
export const standInKeys: StandInKeys = {
  publishableKey: "pk_test_51StandIn0000000000000000",
  secretKey: "sk_test_51StandIn0000000000000000",
  webhookSecret: "whsec_StandIn0000000000000000000000",
};

/** @throws Refusal 401 without the merchant's secret key */
export function requireSecretKey(headers: IncomingHttpHeaders, { secretKey }: StandInKeys): void {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  if (given === undefined) {
    throw new Refusal(401, "invalid_request_error", "You did not provide an API key.");
  }
  if (given !== secretKey) {
    throw new Refusal(401, "invalid_request_error", "Invalid API Key provided.");
  }
}

/** @throws Refusal 400 for any version but the one this was written from */
export function requireVersion(headers: IncomingHttpHeaders): void {
  const given = headers["stripe-version"];
  if (given !== apiVersion) throw invalid(`Invalid Stripe API version: ${given ?? "none"}`);
}

/** @throws Refusal for a body in any form but the company's */
export function requireForm(headers: IncomingHttpHeaders): void {
  const type = headers["content-type"] ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    throw invalid(`Request body must be form-encoded, not ${type || "without a type"}.`);
  }
}

/** Counts requests in each second, as the company's limiter does. */
export class Pace {
  perSecond = Number.POSITIVE_INFINITY;
  refused = 0;
  /** How long each answer takes. */
  latencyMs = 0;
  #second = 0;
  #count = 0;

  /** @throws Refusal 429 */
  take(): void {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= this.perSecond) return;
    this.refused += 1;
    throw new Refusal(429, "invalid_request_error", "Request rate limit exceeded.", {
      code: "rate_limit",
    });
  }
}

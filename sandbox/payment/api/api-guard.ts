import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { CompanyError } from "../company.ts";
import { idempotencyKey } from "./api-requests.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** @throws CompanyError 401 `unauthorized` unless the request carries the secret key. */
export function requireSecretKey(request: FastifyRequest, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!timingSafeEqual(digest(given), digest(secretKey))) {
    throw new CompanyError(401, "unauthorized", "The secret key is missing or wrong.");
  }
}

/** @throws CompanyError 400 `invalid_request` when the header is missing or too long. */
export function readIdempotencyKey(request: FastifyRequest): string {
  const parsed = idempotencyKey.safeParse(request.headers["idempotency-key"]);
  if (!parsed.success) {
    throw new CompanyError(400, "invalid_request", "The Idempotency-Key header is required.");
  }
  return parsed.data;
}

import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors/errors.ts";

const nonceBytes = 16;
const macBytes = 32;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

function mac(secret: string | KeyObject, nonce: Buffer, binding: string): Buffer {
  // The nonce has a fixed length, so no two pairs of nonce and binding give the same input.
  return createHmac("sha256", secret).update(nonce).update(binding).digest();
}

/** A fresh token for `binding`: base64url of a 16-byte nonce and its HMAC-SHA-256. */
export function issueCsrfToken(secret: string | KeyObject, binding: string): string {
  const nonce = randomBytes(nonceBytes);
  return Buffer.concat([nonce, mac(secret, nonce, binding)]).toString("base64url");
}

/** Whether `token` was issued for `binding`. Compares in constant time. */
export function verifyCsrfToken(
  secret: string | KeyObject,
  binding: string,
  token: string,
): boolean {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== nonceBytes + macBytes) return false;
  const nonce = bytes.subarray(0, nonceBytes);
  return timingSafeEqual(bytes.subarray(nonceBytes), mac(secret, nonce, binding));
}

export interface CsrfOptions {
  /** HMAC key; at least 32 characters. */
  readonly secret: string;
  /** The application's own origin, as browsers send it. */
  readonly origin: string;
  /**
   * What the token is bound to: a hash of the session's or the sign-up flow's token, read from
   * the cookie; undefined for a browser that has neither. Asked before the handler, to verify,
   * and after it, to issue, so it must see a session that the handler began or ended.
   */
  readonly binding: (request: FastifyRequest) => string | undefined;
}

const anonymous = "anonymous";

function refuse(detail: string): AppError {
  return new AppError("Forbidden", { detail: `CSRF check: ${detail}` });
}

/**
 * Guards every unsafe request of `app` against forgery and puts a token on every answer.
 *
 * A request that says it comes from elsewhere (Origin, Sec-Fetch-Site) is refused. One that
 * carries a session or flow cookie must also bring back a token bound to it. A route meant for
 * other servers or for cross-site form posts opts out with `config: { csrf: false }`.
 *
 * @throws (from the hook) AppError Forbidden.
 */
export function registerCsrf(app: FastifyInstance, options: CsrfOptions): void {
  if (options.secret.length < 32) throw new Error("The CSRF secret needs at least 32 characters.");
  // Made once: from text, Node would make one for each token.
  const secret = createSecretKey(Buffer.from(options.secret));

  app.addHook("onRequest", (request, _reply, done) => {
    // What no route takes changes nothing, and is told that rather than this.
    const isTaken = !request.is404 && request.routeOptions.config.csrf !== false;
    if (safeMethods.has(request.method) || !isTaken) {
      done();
      return;
    }
    const { origin } = request.headers;
    const site = request.headers["sec-fetch-site"];
    if (origin !== undefined && origin !== options.origin) {
      done(refuse(`Origin ${origin.slice(0, 100)}`));
      return;
    }
    if (site !== undefined && site !== "same-origin") {
      done(refuse(`Sec-Fetch-Site ${String(site).slice(0, 20)}`));
      return;
    }
    const binding = options.binding(request);
    const token = request.headers[csrfHeader];
    if (
      binding !== undefined &&
      !(typeof token === "string" && verifyCsrfToken(secret, binding, token))
    ) {
      done(refuse("the token is missing or belongs to another session"));
      return;
    }
    done();
  });

  app.addHook("onSend", (request, reply, payload, done) => {
    reply.header(csrfHeader, issueCsrfToken(secret, options.binding(request) ?? anonymous));
    done(null, payload);
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** false: this route is called by other servers or by cross-site posts and checks them itself. */
    csrf?: boolean;
  }
}

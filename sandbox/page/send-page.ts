import { randomBytes } from "node:crypto";
import type { Html } from "@sekimori/kit-server/html";
import type { FastifyReply } from "fastify";

interface PagePolicy {
  /** Origins that may frame the page; nobody unless named. */
  readonly frameAncestors?: readonly string[];
  /** Where its forms may lead besides the sandbox itself. */
  readonly formAction?: readonly string[];
  readonly status?: number;
}

/**
 * Sends a page under a strict content policy. Scripts run only with the nonce that `build` gets,
 * or from the sandbox's own files.
 */
export function sendPage(
  reply: FastifyReply,
  build: (nonce: string) => Html,
  policy: PagePolicy = {},
): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  const ancestors = policy.frameAncestors?.join(" ") ?? "'none'";
  const csp = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...(policy.formAction ?? [])].join(" ")}`,
    `frame-ancestors ${ancestors}`,
  ].join("; ");
  return reply
    .code(policy.status ?? 200)
    .header("content-security-policy", csp)
    .header("cache-control", "no-store")
    .header("referrer-policy", "strict-origin-when-cross-origin")
    .type("text/html; charset=utf-8")
    .send(build(nonce).markup);
}

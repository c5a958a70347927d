import { hash, randomBytes } from "node:crypto";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A new opaque token of 256 random bits, in 43 characters that are safe in a cookie or address. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * What the database keeps of a token (SHA-256, base64url, 43 characters). A fast hash is right
 * here: 256 random bits cannot be guessed. Synchronous, because WebCrypto shares libuv's four
 * threads with password hashing and would wait behind it.
 */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

/** One of the application's cookies. Its value is an opaque token and never readable by a script. */
export interface TokenCookie {
  /** The name as sent: with "__Host-" in front when the origin is https. */
  readonly name: string;
  /**
   * The token of this request: what the browser sent, or what `set` or `clear` made of it since.
   * Undefined when there is none, when it cannot be one of ours, or when two came that differ: one
   * of them may be a stranger's, planted by a neighbouring host where no prefix keeps that off, and
   * its place in the header says nothing about whose it is (RFC 6265, section 5.4).
   */
  read(request: FastifyRequest): string | undefined;
  /** Sends the token; kept for `maxAgeSeconds`, or until the browser closes. */
  set(reply: FastifyReply, token: string, maxAgeSeconds?: number): void;
  clear(reply: FastifyReply): void;
}

/** A value of so many tokens, one after the other. */
const shapeOf = (tokens: number) => new RegExp(`^[A-Za-z0-9_-]{${43 * tokens}}$`);

/** Whether a Cookie header has several cookies of this name, and not all with the same value. */
function isContested(header: string | undefined, name: string): boolean {
  if (header === undefined) return false;
  const start = `${name}=`;
  // One look suffices for nearly every request.
  if (header.indexOf(start) === header.lastIndexOf(start)) return false;
  const sent = header.split(";").map((pair) => pair.trim());
  return new Set(sent.filter((pair) => pair.startsWith(start))).size > 1;
}

/**
 * Declares an HttpOnly, SameSite=Lax, host-only cookie for `newToken()` values. Over https it is
 * Secure and carries the "__Host-" prefix, so that no other host can plant one (RFC 6265bis
 * section 4.1.3.2); over plain http (development on localhost) browsers refuse both.
 */
export function tokenCookie(options: {
  readonly name: string;
  /** The application's own origin. */
  readonly origin: string;
  /**
   * true: the application stands in a frame of another site, which only a partitioned cookie
   * survives (CHIPS). Needs https; over plain http it has no effect.
   */
  readonly inForeignFrame?: boolean;
  /** Of how many tokens the value is made, one after the other; one unless given. */
  readonly tokens?: number;
  /** What the value looks like where it is no token. */
  readonly shape?: RegExp;
}): TokenCookie {
  const isHttps = options.origin.startsWith("https:");
  const shape = options.shape ?? shapeOf(options.tokens ?? 1);
  const name = isHttps ? `__Host-${options.name}` : options.name;
  const attributes: CookieSerializeOptions = {
    httpOnly: true,
    secure: isHttps,
    ...(isHttps && options.inForeignFrame
      ? { sameSite: "none", partitioned: true }
      : { sameSite: "lax" }),
    path: "/",
  };
  const changed = new WeakMap<FastifyRequest, string | null>();

  /**
   * An installation that came to stand in a frame has left browsers a cookie that is not
   * partitioned. Both would be sent, and contest each other, until it ends.
   */
  function endUnpartitioned(reply: FastifyReply): void {
    if (!attributes.partitioned || !isContested(reply.request.headers.cookie, name)) return;
    const end = { maxAge: 0, expires: new Date(0), path: "/" };
    const ended = { ...end, httpOnly: true, secure: true, sameSite: "none" } as const;
    reply.header("set-cookie", reply.server.serializeCookie(name, "", ended));
  }

  return {
    name,
    read(request) {
      const now = changed.get(request);
      if (now !== undefined) return now ?? undefined;
      const sent = request.cookies[name];
      if (sent === undefined || !shape.test(sent)) return undefined;
      return isContested(request.headers.cookie, name) ? undefined : sent;
    },
    set(reply, token, maxAgeSeconds) {
      changed.set(reply.request, token);
      endUnpartitioned(reply);
      reply.setCookie(
        name,
        token,
        maxAgeSeconds === undefined ? attributes : { ...attributes, maxAge: maxAgeSeconds },
      );
    },
    clear(reply) {
      changed.set(reply.request, null);
      endUnpartitioned(reply);
      reply.clearCookie(name, attributes);
    },
  };
}

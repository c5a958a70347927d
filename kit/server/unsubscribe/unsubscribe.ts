import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type ClientInfo, clientOf } from "../client-info/client-info.ts";
import type { Limiter } from "../limits/limits.ts";

/** Tokens of links by which a mail is unsubscribed from. */
export interface UnsubscribeTokens {
  /**
   * Names who gets the mail, and proves that it was received. It has no end: a mail is unsubscribed from
   * when it is found again, too (RFC 8058 wants it to work without a sign-in). It gives no more than that.
   *
   * @param subject who gets the mail; without anything that has to be escaped in an address
   */
  make(subject: string): string;
  /** @returns the subject; undefined when the token was not made here. */
  read(token: string): string | undefined;
}

/** @param sign a keyed digest of the subject, in base64url */
export function unsubscribeTokens(sign: (subject: string) => string): UnsubscribeTokens {
  const make = (subject: string) => `${subject}.${sign(subject)}`;
  return {
    make,
    read(token) {
      const subject = token.slice(0, Math.max(0, token.lastIndexOf(".")));
      const given = Buffer.from(token);
      const expected = Buffer.from(make(subject));
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs ? subject : undefined;
    },
  };
}

/** Headers of a mail that mail programs offer to unsubscribe from, by one POST to the address (RFC 8058). */
export const unsubscribeHeaders = (url: string): Readonly<Record<string, string>> => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** The body of a one-click request, in either of the two forms that RFC 8058 allows. */
const oneClick = /List-Unsubscribe=One-Click|name="List-Unsubscribe"\r?\n\r?\nOne-Click/;

const perNetwork = { by: "network", points: 600, seconds: 600 } as const;

/**
 * POST to the page of a mail's link: what a mail program calls, without cookies and without asking anybody
 * (RFC 8058). The page of the same address asks first, because programs that look at links open them too.
 */
export async function registerOneClick(
  app: FastifyInstance,
  {
    path,
    query,
    limiter,
    tokens,
    unsubscribe,
  }: {
    readonly path: string;
    /** The parameter that has the token. */
    readonly query: string;
    readonly limiter: Pick<Limiter, "consume">;
    readonly tokens: Pick<UnsubscribeTokens, "read">;
    /** Who is gone gets no mail: that is what was asked for. */
    readonly unsubscribe: (subject: string, client: ClientInfo) => Promise<unknown>;
  },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 4_096 },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Querystring: Readonly<Record<string, unknown>> }>(
      path,
      { schema: { hide: true }, config: { csrf: false } },
      async (request, reply) => {
        await limiter.consume("oneClick", perNetwork, request.ip);
        reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
        const token = request.query[query];
        if (typeof request.body !== "string" || !oneClick.test(request.body)) {
          return reply.code(400).send("List-Unsubscribe=One-Click is missing.\n");
        }
        const subject = typeof token === "string" ? tokens.read(token) : undefined;
        if (subject === undefined) return reply.code(404).send("Unknown link.\n");
        await unsubscribe(subject, clientOf(request));
        return reply.send("Unsubscribed.\n");
      },
    );
  });
}

import { hash } from "node:crypto";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import type { TokenCall, TokenCalls } from "./token-calls.ts";

const header = "idempotency-key";
const keyShape = /^[\x21-\x7e]{1,255}$/;
const digest = (text: string) => hash("sha256", text, "base64url");

/** RFC 6750, section 3: a program without a right learns from a header what it lacks. */
const challenges: Readonly<Record<string, string>> = {
  TokenInvalid: 'Bearer error="invalid_token"',
  ScopeInsufficient: 'Bearer error="insufficient_scope"',
};

interface Repeatable extends TokenCall {
  readonly keyDigest: string;
}

const contextOf = ({ tokenId, keyDigest }: Repeatable) =>
  `karte.api_answer:${tokenId}:${keyDigest}`;

interface KnownAnswer {
  readonly request_digest: string;
  readonly answer: Buffer | null;
}

/**
 * What every answer to a program has besides: how much of its budget is left, what it lacks, and,
 * under an `Idempotency-Key`, the same answer however often it asks.
 *
 * A call with a key is made at most once. Its answer is kept for a day when it was done. A refusal
 * (4xx) has done nothing and frees the key. What broke off (5xx, a process that died) stays unknown:
 * whoever repeats it is told to look first, because doing it twice is what the key is to prevent.
 */
export function registerTokenAnswers(
  app: FastifyInstance,
  context: Pick<KarteContext, "db" | "clock" | "sealer">,
  tokens: TokenCalls,
): void {
  const { db, clock, sealer } = context;
  const begun = new WeakMap<FastifyRequest, Repeatable>();

  /** Takes the key for this call. @returns the answer that was given before. */
  const begin = async (request: FastifyRequest, call: Repeatable): Promise<Buffer | undefined> => {
    const body = JSON.stringify([request.method, request.url, request.body ?? null]);
    const requestDigest = digest(body);
    const known = await inScope(db, wholeWorkspace(call.workspaceId), async (tx) => {
      const { rows } = await sql<KnownAnswer & { fresh: boolean }>`
        insert into karte.api_answer as a (workspace_id, token_id, key_digest, request_digest, begun_at)
        values (${call.workspaceId}, ${call.tokenId}, ${call.keyDigest}, ${requestDigest}, ${clock.now()})
        on conflict (token_id, key_digest) do update set begun_at = a.begun_at
        returning request_digest, answer, (xmax = 0) as fresh`.execute(tx);
      return rows[0];
    });
    if (known === undefined || known.fresh) {
      begun.set(request, call);
      return undefined;
    }
    if (known.request_digest !== requestDigest) throw new AppError("IdempotencyKeyReused");
    if (known.answer === null) throw new AppError("OutcomeUnknown");
    return sealer.open(known.answer, contextOf(call));
  };

  /** Keeps what was done, and frees the key of what was refused. */
  const end = async (call: Repeatable, status: number, payload: unknown): Promise<void> => {
    if (status >= 500) return;
    const { workspaceId, tokenId, keyDigest } = call;
    await inScope(db, wholeWorkspace(workspaceId), async (tx) => {
      if (status >= 400) {
        await sql`delete from karte.api_answer
          where token_id = ${tokenId} and key_digest = ${keyDigest}`.execute(tx);
        return;
      }
      const answer = sealer.seal(String(payload), contextOf(call));
      await sql`update karte.api_answer set answer = ${answer}
        where token_id = ${tokenId} and key_digest = ${keyDigest}`.execute(tx);
    });
  };

  app.addHook("preHandler", async (request: FastifyRequest, reply: FastifyReply) => {
    const call = tokens.call(request);
    const key = request.headers[header];
    if (call === undefined || key === undefined || request.method === "GET") return undefined;
    if (typeof key !== "string" || !keyShape.test(key)) {
      throw invalidField("Idempotency-Key", "invalid");
    }
    const known = await begin(request, { ...call, keyDigest: digest(key) });
    if (known === undefined) return undefined;
    return reply
      .header("idempotent-replayed", "true")
      .type("application/json; charset=utf-8")
      .send(known.toString("utf8"));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const allowance = tokens.allowance(request);
    if (allowance !== undefined) {
      reply.header("ratelimit-limit", String(allowance.points));
      reply.header("ratelimit-remaining", String(Math.max(0, allowance.left)));
      const seconds = Math.max(0, Math.ceil((allowance.until - Date.now()) / 1000));
      reply.header("ratelimit-reset", String(seconds));
    }
    const challenge = challenges[reply.refusal ?? ""];
    if (challenge !== undefined) reply.header("www-authenticate", challenge);
    const call = begun.get(request);
    if (call !== undefined) {
      begun.delete(request);
      await end(call, reply.statusCode, payload);
    }
    return payload;
  });
}

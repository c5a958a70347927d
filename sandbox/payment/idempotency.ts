import { createHash } from "node:crypto";
import { type Books, type Company, CompanyError } from "./company.ts";

export interface KeyedCall {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** By which a repeated request is told from another one. */
export function hashOf(call: KeyedCall): string {
  return createHash("sha256")
    .update(JSON.stringify([call.method, call.path, call.body]))
    .digest("hex");
}

/**
 * Does `work` once for an idempotency key, in one transaction with the record of its answer. The
 * key's row is inserted first: a simultaneous call with the same key waits on it and then gets
 * the recorded answer. If `work` throws, nothing happened and the key is free again.
 *
 * @returns the answer, and `first`: what else `work` wanted known, absent on a repeat.
 * @throws CompanyError 409 `idempotency_conflict` if the key was used for another request.
 */
export async function once<A extends object, F>(
  company: Company,
  call: KeyedCall,
  work: (books: Books) => Promise<{ readonly answer: A; readonly first: F }>,
): Promise<{ readonly answer: unknown; readonly first?: F }> {
  const requestHash = hashOf(call);
  const outcome = await company.database.transaction().execute(async (books) => {
    const claimed = await books
      .insertInto("sandbox.payment_idempotency")
      .values({
        key: call.key,
        request_hash: requestHash,
        created_at: company.now(),
        answer: null,
      })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("key")
      .executeTakeFirst();
    if (claimed === undefined) return undefined;
    const done = await work(books);
    await books
      .updateTable("sandbox.payment_idempotency")
      .set({ answer: JSON.stringify(done.answer) })
      .where("key", "=", call.key)
      .execute();
    return done;
  });
  if (outcome !== undefined) {
    company.wake();
    return outcome;
  }
  return { answer: await recordedAnswer(company, call) };
}

/**
 * The answer that a key was given before.
 *
 * @throws CompanyError 409 `idempotency_conflict` if the key was used for another request;
 *   NoResultError if it was never used.
 */
export async function recordedAnswer(company: Company, call: KeyedCall): Promise<unknown> {
  const recorded = await company.database
    .selectFrom("sandbox.payment_idempotency")
    .select(["request_hash", "answer"])
    .where("key", "=", call.key)
    .executeTakeFirstOrThrow();
  if (recorded.request_hash !== hashOf(call)) {
    throw new CompanyError(
      409,
      "idempotency_conflict",
      "This Idempotency-Key was used for a different request.",
    );
  }
  return recorded.answer;
}

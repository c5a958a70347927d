import { createHash } from "node:crypto";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { invalid, Refusal } from "./form.ts";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Kept {
  readonly request: string;
  readonly at: number;
  /** Undefined while the first request is being worked on. */
  answer: Answer | undefined;
}

/** The company keeps keys for at least a day, and promises nothing after. */
const lifetimeMs = dayMs;
const longestKey = 255;

/** Answers of requests that change something, by the key they came with. */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * Does `work` once for a key.
   *
   * @throws Refusal for another request under a known key, and while the first is not answered
   */
  async once(
    key: string | undefined,
    request: string,
    work: () => Promise<Answer>,
  ): Promise<Answer & { readonly isReplay: boolean }> {
    if (key === undefined) return { ...(await work()), isReplay: false };
    if (key === "" || key.length > longestKey) {
      throw invalid("Idempotency keys have from 1 to 255 characters.");
    }
    const now = this.#now().getTime();
    const digest = createHash("sha256").update(request).digest("hex");
    const known = this.#kept.get(key);
    if (known && now - known.at < lifetimeMs) {
      if (known.request !== digest) {
        throw new Refusal(
          400,
          "idempotency_error",
          "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        );
      }
      if (known.answer === undefined) {
        throw new Refusal(
          409,
          "idempotency_error",
          "Another request with this key is in progress.",
          {
            code: "idempotency_key_in_use",
          },
        );
      }
      return { ...known.answer, isReplay: true };
    }
    const kept: Kept = { request: digest, at: now, answer: undefined };
    this.#kept.set(key, kept);
    try {
      kept.answer = await work();
      return { ...kept.answer, isReplay: false };
    } catch (error) {
      // Turned away before anything was done: the key is still free.
      this.#kept.delete(key);
      throw error;
    }
  }
}

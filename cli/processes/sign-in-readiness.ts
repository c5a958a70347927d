import type { Clock } from "@sekimori/kit-server/clock";
import type { Logger } from "@sekimori/kit-server/logger";
import type { Trial } from "@sekimori/kit-server/relying-party";

/** Milliseconds for which an answer counts: probes ask every few seconds. */
const freshMs = 30_000;

/**
 * Why every sign-in at this process would fail, asked of the provider at most every 30 s. Until it has
 * worked once anything counts. Later only what the provider says counts: while it is away itself,
 * those who are signed in are served on.
 */
export function signInHindrance(
  trial: () => Promise<readonly Trial[]>,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): () => Promise<string | undefined> {
  let hasWorked = false;
  let last: { readonly at: number; readonly answer: Promise<string | undefined> } | undefined;
  const ask = async (): Promise<string | undefined> => {
    const failed = (await trial()).find(({ problem }) => problem !== null);
    if (failed === undefined) {
      hasWorked = true;
      return undefined;
    }
    if (hasWorked && failed.isOutage) return undefined;
    const sentence = `nobody can sign in: ${failed.problem}`;
    logger.error(sentence);
    return sentence;
  };
  return () => {
    const now = clock.now().getTime();
    if (last === undefined || now - last.at > freshMs) last = { at: now, answer: ask() };
    return last.answer;
  };
}

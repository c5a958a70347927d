import type { Sampler } from "@opentelemetry/sdk-trace";
import { SamplingDecision } from "@opentelemetry/sdk-trace";

/**
 * Keeps what the sender wants kept, so many in a second; beyond these `otherwise` decides. Through a
 * proxy anybody can say that a request belongs to a trace that is kept.
 *
 * @param now milliseconds.
 */
export function cappedSampler(
  perSecond: number,
  otherwise: Sampler,
  now: () => number = () => performance.now(),
): Sampler {
  let second = Number.NEGATIVE_INFINITY;
  let kept = 0;
  return {
    shouldSample(...asked) {
      const at = Math.floor(now() / 1_000);
      if (at !== second) {
        second = at;
        kept = 0;
      }
      if (kept >= perSecond) return otherwise.shouldSample(...asked);
      kept += 1;
      return { decision: SamplingDecision.RECORD_AND_SAMPLED };
    },
    toString: () => `capped at ${perSecond} a second`,
  };
}

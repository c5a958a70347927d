import { certificateCause } from "../../../engine/cause.ts";
import { inconclusive, notApplicable, type Observation } from "../../../engine/check.ts";
import type { CheckContext } from "../../../engine/context.ts";
import { NetError } from "../../../net/net-error.ts";
import { NO_CERTIFICATE, NO_HTTPS } from "../reasons.texts.ts";
import { type Presented, presented } from "./presented.ts";

type Judged<K extends string> = readonly Observation<K>[] | Observation<K>;

/** Judges the certificate of the address; without HTTPS the check does not apply. */
export async function withCertificate<K extends string>(
  context: CheckContext,
  judge: (seen: Presented) => Judged<K> | Promise<Judged<K>>,
): Promise<Judged<K>> {
  try {
    const seen = await presented(context);
    return seen === null ? inconclusive(NO_CERTIFICATE) : await judge(seen);
  } catch (error) {
    if (error instanceof NetError && error.code === "closed") return notApplicable(NO_HTTPS);
    throw error;
  }
}

/** The same for what another certificate would mend: its findings have that one cause. */
export async function judgeCertificate<K extends string>(
  context: CheckContext,
  judge: (seen: Presented) => Judged<K> | Promise<Judged<K>>,
): Promise<Judged<K>> {
  return withCertificate(context, async (seen) => {
    const cause = certificateCause(seen.leaf);
    const found = await judge(seen);
    return "outcome" in found ? { ...found, cause } : found.map((one) => ({ ...one, cause }));
  });
}

import { inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { surveyTls, type TlsSurvey } from "../tls-survey/survey.ts";
import { NO_HTTPS, NO_TLS_ANSWER } from "./reasons.texts.ts";

/**
 * Judges what the survey of the address saw. A closed port 443 makes every TLS check not applicable;
 * a port that refuses every hello (a filter that knows scanners, for example) decides nothing.
 */
export async function withSurvey<K extends string>(
  context: CheckContext,
  judge: (seen: TlsSurvey) => readonly Observation<K>[] | Observation<K>,
): Promise<readonly Observation<K>[] | Observation<K>> {
  try {
    const seen = await surveyTls(context);
    return seen.answersTls ? judge(seen) : inconclusive(NO_TLS_ANSWER);
  } catch (error) {
    if (error instanceof NetError && error.code === "closed") return notApplicable(NO_HTTPS);
    throw error;
  }
}

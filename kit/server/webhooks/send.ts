import { type Outbound, OutboundRefused } from "../outbound/outbound.ts";
import { retryAfterOf } from "./retry.ts";
import { type SignedMessage, signatureHeaders } from "./signature.ts";

/** Why a message did not arrive, for the log that its owner reads. */
export type WebhookProblem =
  | "refused-address"
  | "unreachable"
  | "timeout"
  | "redirect"
  | "gone"
  | "status";

export interface WebhookOutcome {
  readonly arrived: boolean;
  /** The receiver's HTTP status; null where there was no answer. */
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
  /** Milliseconds until the receiver had answered. */
  readonly ms: number;
  /** How long the receiver asks us to wait, in milliseconds; 0 for nothing said. */
  readonly retryAfterMs: number;
}

const userAgent = "Sekimori-Webhooks/1.0";

function problemOf(status: number): WebhookProblem | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirect";
  return status === 410 ? "gone" : "status";
}

/**
 * Makes one try. Whatever happens is an outcome; nothing is thrown. The answer's body is not read:
 * it is a stranger's, and nobody needs it.
 *
 * @param secrets none for receivers that know their callers by the address alone.
 */
export async function sendWebhook(
  outbound: Pick<Outbound, "fetch">,
  url: string,
  message: SignedMessage,
  secrets: readonly string[],
  now: () => number = Date.now,
): Promise<WebhookOutcome> {
  const begun = performance.now();
  const ended = (outcome: Omit<WebhookOutcome, "ms">): WebhookOutcome => ({
    ...outcome,
    ms: Math.round(performance.now() - begun),
  });
  try {
    const response = await outbound.fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": userAgent,
        ...(secrets.length === 0 ? {} : signatureHeaders(message, secrets)),
      },
      body: message.body,
    });
    await response.body?.cancel();
    const problem = problemOf(response.status);
    return ended({
      arrived: problem === null,
      status: response.status,
      problem,
      retryAfterMs: retryAfterOf(response.headers.get("retry-after"), now()),
    });
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    const problem =
      error instanceof OutboundRefused ? "refused-address" : isTimeout ? "timeout" : "unreachable";
    return ended({ arrived: false, status: null, problem, retryAfterMs: 0 });
  }
}

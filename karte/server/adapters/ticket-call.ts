import type { Clock } from "@sekimori/kit-server/clock";
import { type Outbound, OutboundRefused } from "@sekimori/kit-server/outbound";
import type { z } from "zod";
import { TicketFailure } from "../ports/ticket-systems.ts";

/** What the adapters of ticket systems work with. */
export interface TicketBooks {
  readonly outbound: Pick<Outbound, "fetch">;
  readonly clock: Clock;
}

/** Where a system asks to wait and does not say for how long. */
const usualWaitMs = 60_000;
/** Longer than this none of them asks. */
const longestWaitMs = 3_600_000;

/** A hundred long tickets are a long answer. */
const bounds = { largestAnswer: 32 * 1024 * 1024, timeout: 20_000 };

/** The wait that an answer asks for: in seconds, or until a second of the epoch. */
export function waitOf(headers: Headers, resetHeader: string, now: Date): number {
  const seconds = headers.get("retry-after");
  const reset = headers.get(resetHeader);
  const asked =
    seconds !== null && /^\d{1,6}$/.test(seconds)
      ? Number(seconds) * 1000
      : reset !== null && /^\d{9,11}$/.test(reset)
        ? Number(reset) * 1000 - now.getTime()
        : usualWaitMs;
  return Math.min(Math.max(asked, 1000), longestWaitMs);
}

/**
 * One call of a ticket system, through the guard. Its answer is a stranger's: what is not as documented is
 * no answer, and nothing of it is logged.
 *
 * @throws TicketFailure
 */
export async function callTicketSystem<S extends z.ZodType>(
  { outbound }: TicketBooks,
  address: URL,
  init: RequestInit,
  answer: S,
  refusal: (response: Response) => TicketFailure | undefined,
): Promise<z.output<S>> {
  let response: Response;
  let text: string;
  try {
    response = await outbound.fetch(address, init, bounds);
    text = await response.text();
  } catch (error) {
    if (error instanceof OutboundRefused) throw new TicketFailure("address");
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    throw new TicketFailure(isTimeout ? "timeout" : "unreachable", { isUnknown: true });
  }
  const { status } = response;
  const refused = refusal(response);
  if (refused !== undefined) throw refused;
  if (status >= 500) throw new TicketFailure("answer", { status, isUnknown: true });
  if (status < 200 || status > 299) throw new TicketFailure("refused", { status });
  try {
    return answer.parse(JSON.parse(text));
  } catch {
    throw new TicketFailure("answer", { status, isUnknown: true });
  }
}

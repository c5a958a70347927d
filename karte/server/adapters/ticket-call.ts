import type { Clock } from "@sekimori/kit-server/clock";
import { type Outbound, OutboundRefused } from "@sekimori/kit-server/outbound";
import type { z } from "zod";
import { type TicketConnection, TicketFailure } from "../ports/ticket-systems.ts";

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

/** The moment that a system names: a second of the epoch, or as Jira writes it. */
function momentOf(reset: string | null): number {
  if (reset === null) return Number.NaN;
  if (/^\d{9,11}$/.test(reset)) return Number(reset) * 1000;
  return /^\d{4}-\d\d-\d\dT/.test(reset) ? Date.parse(reset) : Number.NaN;
}

/** The wait that an answer asks for: in seconds, or until a moment. */
function waitOf(headers: Headers, now: Date): number {
  const seconds = headers.get("retry-after");
  const until = momentOf(headers.get("x-ratelimit-reset"));
  const asked =
    seconds !== null && /^\d{1,6}$/.test(seconds)
      ? Number(seconds) * 1000
      : Number.isNaN(until)
        ? usualWaitMs
        : until - now.getTime();
  return Math.min(Math.max(asked, 1000), longestWaitMs);
}

/** A request, with a body as JSON where there is one. */
export const inJson = (
  headers: Readonly<Record<string, string>>,
  sent?: { readonly method: "POST" | "PATCH"; readonly body: object },
): RequestInit =>
  sent === undefined
    ? { headers }
    : {
        method: sent.method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(sent.body),
      };

/** A system has had enough calls for now. */
export function askedToWait(
  { clock }: Pick<TicketBooks, "clock">,
  { status, headers }: Response,
): TicketFailure {
  return new TicketFailure("busy", { status, retryAfterMs: waitOf(headers, clock.now()) });
}

/** What a status says at every system; undefined for one that is a system's own, or no refusal. */
export function usualRefusal(
  books: Pick<TicketBooks, "clock">,
  response: Response,
): TicketFailure | undefined {
  const { status } = response;
  if (status === 429) return askedToWait(books, response);
  if (status === 401 || status === 403) return new TicketFailure("sign-in", { status });
  return status === 404 ? new TicketFailure("project", { status }) : undefined;
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
    // Some say that it is done with an answer that has nothing in it.
    return answer.parse(text === "" ? undefined : JSON.parse(text));
  } catch {
    throw new TicketFailure("answer", { status, isUnknown: true });
  }
}

/** Who signs in, and the key, as HTTP's Basic has them. */
export const basicOf = ({ user, secret }: TicketConnection): string =>
  `Basic ${Buffer.from(`${user ?? ""}:${secret}`).toString("base64")}`;

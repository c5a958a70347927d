import type { PortService } from "../../data/data-sets.ts";
import type { CheckContext } from "../../engine/context.ts";

/** A port that accepts connections, and what it said unasked. */
export interface OpenPort extends PortService {
  readonly greeting: Uint8Array;
}

/** What the ports of the data set look like from outside. */
export interface PortSurvey {
  readonly open: readonly OpenPort[];
  /** True when every one of them accepts: a firewall or trap answers for all. */
  readonly indiscriminate: boolean;
}

/** How long a server may take to say something unasked: one that speaks first does so at once. */
export const LISTEN_MS = 1_000;

/** From this many ports on, "all of them are open" is no longer believable. */
const MANY = 10;

/**
 * Connects to each port of the data set but the `plain` ones, listens, says nothing and hangs up.
 * Asked once per address; a port that does not answer counts as not reachable.
 */
export function surveyPorts(context: CheckContext): Promise<PortSurvey> {
  return context.once("ports.survey", async () => {
    const ports = context.data.ports.filter(({ kind }) => kind !== "plain");
    const seen = await Promise.all(
      ports.map(async (service) => {
        const { state, bytes } = await context.tcp.greeting({ port: service.port }, LISTEN_MS);
        return state === "open" ? [{ ...service, greeting: bytes }] : [];
      }),
    );
    const open = seen.flat();
    return { open, indiscriminate: open.length >= MANY && open.length === ports.length };
  });
}

/** The printable start of a greeting, as evidence. */
export function printable(greeting: Uint8Array): string {
  const text = Buffer.from(greeting).toString("latin1").slice(0, 120);
  return text.replace(/[^\x20-\x7e]+/g, " ").trim();
}

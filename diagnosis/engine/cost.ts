import { DEFAULT_LOAD_LIMITS, spacingMs } from "../net/limits.ts";
import costs from "./generated/costs.json" with { type: "json" };

/** What an examination takes of the budget that one host has (`net/limits.ts`). */
export interface Cost {
  /** HTTP requests. */
  readonly requests: number;
  /** TCP connections, tried ports among them. */
  readonly connections: number;
  /** DNS questions, to the resolver and to the domain's own servers. */
  readonly questions: number;
}

const TABLE: Readonly<Record<string, Cost>> = costs.checks;

/** What the whole catalogue takes of a usual host: less than the sum, since checks share their answers. */
export const WHOLE_COST: Cost = costs.whole;

/**
 * What a check takes of a usual host (a site, a mail server, two name servers) when it runs alone, as
 * measured by `fixtures/write-costs.ts`.
 */
export function costOf(check: string): Cost {
  const cost = TABLE[check];
  if (!cost) throw new Error(`no cost is known of ${check}: run fixtures/write-costs.ts`);
  return cost;
}

/** Seconds that a cost takes at the pace that is kept towards one address. */
export function secondsOf({ requests, connections }: Cost): number {
  const { httpPerSecond, connectsPerSecond } = DEFAULT_LOAD_LIMITS;
  const inTurn = [requests * spacingMs(httpPerSecond), connections * spacingMs(connectsPerSecond)];
  return Math.ceil(Math.max(...inTurn) / 1_000);
}

/** What a check weighs in a progress bar: a second for what it computes, and the seconds it waits for. */
export function workOf(check: string): number {
  const cost = TABLE[check];
  return cost === undefined ? 1 : 1 + secondsOf(cost);
}

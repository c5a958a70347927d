import type { RunningProduct } from "@sekimori/e2e/running-product";
import { nextMessage, startChild } from "./support/child.ts";
import { median } from "./support/load.ts";
import {
  codeFlow,
  concurrently,
  type Endpoints,
  endpointsOf,
  type LaneResult,
  redirectUri,
  refresh,
} from "./support/relying-party.ts";
import type { Report } from "./support/report.ts";
import { signedInCookie } from "./support/signed-in.ts";

const rounds = 3;
const seconds = 6;
const atOnce = 32;

const said = ({ perSecond, p50, p99 }: LaneResult) =>
  `${perSecond.toFixed(0)}/s p50 ${p50} ms p99 ${p99} ms`;

async function ours(product: RunningProduct): Promise<Endpoints> {
  const cookie = await signedInCookie(product);
  return endpointsOf(`${product.portalOrigin}/v1/idp/oidc`, cookie);
}

/** Refresh tokens exchanged in a second, each for the next of its line, with a new ID token. */
export async function benchRefresh(product: RunningProduct): Promise<Report> {
  const endpoints = await ours(product);
  const lines: string[] = [];
  for (let chain = 0; chain < atOnce; chain++) lines.push(await codeFlow(endpoints));
  const rates: number[] = [];
  const results: string[] = [];
  const held = lines.map((token) => ({ token }));
  for (let round = 0; round < rounds; round++) {
    const result = await concurrently(held, seconds, async (line) => {
      line.token = await refresh(endpoints, line.token);
      return line;
    });
    rates.push(result.perSecond);
    results.push(said(result));
  }
  return {
    name: "refreshes a second",
    figure: median(rates),
    wanted: { atLeast: 600 },
    detail: results.join("; "),
  };
}

/** Code flows a second as a share of the same engine's with all its records in memory. */
export async function benchCodeFlow(product: RunningProduct): Promise<Report> {
  const portal = await ours(product);
  const child = startChild("memory-provider", [redirectUri]);
  const { issuer } = await nextMessage<{ issuer: string }>(child);
  const memory = await endpointsOf(issuer);
  const states = Array.from({ length: atOnce }, () => undefined);
  const measure = (endpoints: Endpoints) =>
    concurrently(states, seconds, async () => {
      await codeFlow(endpoints);
      return undefined;
    });
  // Processes that have just started still compile what they run.
  await measure(memory);
  await measure(portal);
  const ratios: number[] = [];
  const results: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await measure(memory);
    const flow = await measure(portal);
    ratios.push(flow.perSecond / bare.perSecond);
    results.push(`${said(flow)} against ${said(bare)}`);
  }
  child.disconnect();
  return {
    name: "code flows, share of the engine in memory",
    figure: median(ratios),
    wanted: { atLeast: 0.45 },
    detail: results.join("; "),
  };
}

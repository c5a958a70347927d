import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunningProduct } from "@sekimori/e2e/running-product";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { load, median } from "./support/load.ts";
import { cookiesOf, signUpMembers } from "./support/members.ts";
import { startPortalProcess } from "./support/portal-process.ts";
import type { Report } from "./support/report.ts";

/** Many and short: a few hundredths are asked for, and a machine drifts by more within seconds. */
const rounds = 15;
const seconds = 2;
const warmUpSeconds = 8;
const connections = 32;

/**
 * Profile reads a second with telemetry as a share of those without, before and after: with the share
 * of kept traces that is the default, and with all of them.
 */
export async function benchTelemetry(product: RunningProduct, dataFolder: string): Promise<Report> {
  const members = await signUpMembers(product, connections);
  const clients = members.map((member) => ({ headers: { cookie: cookiesOf(member) } }));
  let bodies = 0;
  const receiver = createServer((request, reply) => {
    bodies += 1;
    request.resume().on("end", () => reply.end());
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => receiver.once("listening", resolve));
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const start = (more: Readonly<Record<string, string>>) =>
    startPortalProcess(product, dataFolder, more);
  const without = await start({});
  const usual = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: to });
  const whole = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: to, OTEL_TRACES_SAMPLER_ARG: "1" });
  const read = (origin: string, duration: number) =>
    load({ url: `${origin}${getMyProfile.path}`, clients, connections, seconds: duration });
  const shares = { usual: [] as number[], whole: [] as number[] };
  try {
    for (const { origin } of [without, usual, whole]) await read(origin, warmUpSeconds);
    let before = await read(without.origin, seconds);
    for (let round = 0; round < rounds; round += 1) {
      const own = (await read(usual.origin, seconds)).perSecond;
      const every = (await read(whole.origin, seconds)).perSecond;
      const after = await read(without.origin, seconds);
      const bare = (before.perSecond + after.perSecond) / 2;
      shares.usual.push(own / bare);
      shares.whole.push(every / bare);
      before = after;
    }
  } finally {
    for (const each of [without, usual, whole]) await each.stop();
    receiver.closeAllConnections();
    receiver.close();
  }
  const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(", ");
  return {
    name: "profile read with telemetry, share of one without",
    figure: median(shares.usual),
    wanted: { atLeast: 0.95 },
    detail: `rounds ${rounded(shares.usual)}; with every trace kept ${median(shares.whole).toFixed(2)} (${rounded(shares.whole)}); ${bodies} messages received`,
  };
}

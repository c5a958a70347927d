import { request } from "node:https";
import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import { targetName } from "./targets.ts";

const ROUNDS = 150;

/**
 * Seconds of CPU that Node takes for one new TLS connection with one GET to a host of the fleet, and nothing
 * else: the measure that the engine's work for a target is set beside, in the same process and run. What slows
 * a shared machine slows both.
 */
export async function bareRequestSeconds({ hosts, trustAnchors }: FixtureNetwork): Promise<number> {
  const web = hosts.find(({ ports }) => (ports?.[443] ?? 1) > 1);
  const port = web?.ports?.[443];
  if (web === undefined || port === undefined) throw new Error("the fleet has no web server");
  const options = {
    host: web.address,
    port,
    servername: targetName(0),
    headers: { host: targetName(0) },
    ca: [...trustAnchors],
    agent: false,
    rejectUnauthorized: false,
  };
  const once = () =>
    new Promise<void>((resolve, reject) => {
      request(options, (response) => {
        response.resume();
        response.once("close", () => resolve());
      })
        .once("error", reject)
        .end();
    });
  for (let round = 0; round < ROUNDS / 3; round += 1) await once();
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / ROUNDS;
}

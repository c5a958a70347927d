import { setTimeout as pause } from "node:timers/promises";
import type { RunningProduct } from "@sekimori/e2e/running-product";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { load } from "./support/load.ts";
import { startPortalProcess } from "./support/portal-process.ts";
import { codeFlow, concurrently, endpointsOf, refresh } from "./support/relying-party.ts";
import type { Report } from "./support/report.ts";
import { signedInCookie, signInRequest } from "./support/signed-in.ts";

const seconds = 20;
const restSeconds = 5;
const sampleEveryMs = 100;
const connections = 12;

/** The most that `read` gave while `work` went on. */
async function highest(work: Promise<unknown>, read: () => number): Promise<number> {
  let most = read();
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, read());
    await Promise.race([pause(sampleEveryMs), ended]);
  }
  await ended;
  return most;
}

/**
 * Resident memory of one portal process: when nobody has called yet, and the most of it while
 * people sign in, read their profiles and applications renew their tokens, all at once.
 */
export async function benchMemory(
  product: RunningProduct,
  dataFolder: string,
): Promise<readonly Report[]> {
  const one = await startPortalProcess(product, dataFolder);
  try {
    await pause(restSeconds * 1000);
    const atRest = one.residentMiB();

    const here = { ...product, portalOrigin: one.origin };
    const cookie = await signedInCookie(here);
    const endpoints = await endpointsOf(`${one.origin}/v1/idp/oidc`, cookie);
    const lines: { token: string }[] = [];
    while (lines.length < connections) lines.push({ token: await codeFlow(endpoints) });
    const { url, method, headers, body } = signInRequest(here);
    // A browser the account knows: otherwise every sign-in would also write a mail.
    const device = cookie.split("; ").filter((part) => part.includes("device"));
    const signIns = [{ headers: { ...headers, cookie: device.join("; ") }, body }];
    const work = Promise.all([
      load({ url, method, clients: signIns, connections, seconds }),
      load({
        url: `${one.origin}${getMyProfile.path}`,
        clients: [{ headers: { cookie } }],
        connections,
        seconds,
      }),
      concurrently(lines, seconds, async (line) => {
        line.token = await refresh(endpoints, line.token);
        return line;
      }),
    ]);
    const underLoad = await highest(work, () => one.residentMiB());
    const rates = (await work).map(({ perSecond }) => perSecond.toFixed(0));
    return [
      {
        name: "memory of a portal process at rest, MiB",
        figure: atRest,
        wanted: { atMost: 150 },
        detail: `${restSeconds} s after its first answer`,
      },
      {
        name: "memory of a portal process under load, MiB",
        figure: underLoad,
        wanted: { atMost: 300 },
        detail: `the most in ${seconds} s of sign-ins, profile reads and refreshes (${rates.join(", ")} a second)`,
      },
    ];
  } finally {
    await one.stop();
  }
}

import type { RunningProduct } from "@sekimori/e2e/running-product";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { nextMessage, startChild } from "./support/child.ts";
import { load, median } from "./support/load.ts";
import { cookiesOf, signUpMembers } from "./support/members.ts";
import type { Report } from "./support/report.ts";

const rounds = 5;
const seconds = 5;
/** Both processes still compile what they run at first. */
const warmUpSeconds = 10;
const connections = 32;

/** Profile reads a second as a share of a bare Fastify route with one indexed select. */
export async function benchProfileRead(product: RunningProduct): Promise<Report> {
  const members = await signUpMembers(product, connections);
  const clients = members.map((member) => ({ headers: { cookie: cookiesOf(member) } }));
  const child = startChild("bare-fastify", [product.databaseUrl]);
  const { port } = await nextMessage<{ port: number }>(child);
  const bareUrl = `http://127.0.0.1:${port}/row/row-77`;
  const profileUrl = `${product.portalOrigin}${getMyProfile.path}`;
  await load({ url: bareUrl, connections, seconds: warmUpSeconds });
  await load({ url: profileUrl, clients, connections, seconds: warmUpSeconds });
  const ratios: number[] = [];
  const results: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await load({ url: bareUrl, connections, seconds });
    const profile = await load({ url: profileUrl, clients, connections, seconds });
    ratios.push(profile.perSecond / bare.perSecond);
    results.push(
      `${profile.perSecond.toFixed(0)}/s p99 ${profile.p99} ms against ${bare.perSecond.toFixed(0)}/s p99 ${bare.p99} ms`,
    );
  }
  child.disconnect();
  return {
    name: "profile read, share of a bare indexed select",
    figure: median(ratios),
    wanted: { atLeast: 0.6 },
    detail: results.join("; "),
  };
}

// `npm run bench growth`: the portal with a million accounts beside one with hardly any.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningProduct, runProduct } from "@sekimori/e2e/running-product";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { createDigests } from "@sekimori/portal-server/digests";
import pg from "pg";
import { portalEnvironment } from "../support/portal-process.ts";
import { benchClientId, registerBenchClient } from "../support/relying-party.ts";
import type { Report } from "../support/report.ts";
import { measureAuditWriters } from "./audit-writers.ts";
import { type Effort, everydayOf, measureLists, measureSignUps, ratiosOf } from "./everyday.ts";
import { type GrowthSizes, seedGrowth } from "./seed.ts";
import { tableSizes } from "./table-sizes.ts";
import { measureRemoval, measureRotations, measureVerification } from "./upkeep.ts";

export interface Growth {
  readonly sizes: GrowthSizes;
  readonly effort: Effort;
  readonly tell: (report: Report) => void;
  readonly progress: (step: string) => void;
  /** A folder in which the accounts stay, so that the next measuring need not make them again. */
  readonly kept?: string | undefined;
}

/** The sizes of the plan, of which `share` is taken. */
export const sizesOf = (share: number): GrowthSizes => ({
  accounts: Math.round(1_000_000 * share),
  events: Math.round(10_000_000 * share),
  sessions: Math.round(3_000_000 * share),
  grants: Math.round(3_000_000 * share),
});

const start = (folder: string): Promise<RunningProduct> =>
  runProduct(
    {
      TRUSTED_PROXIES: "127.0.0.1,::1",
      SIGN_INS_PER_NETWORK: "10000000",
      SIGN_INS_PER_ACCOUNT: "10000000",
      LIMIT_FACTOR: "1000",
    },
    { dataFolder: folder },
  );

/** Fills one of two products, and measures both. */
export async function measureGrowth(growth: Growth): Promise<void> {
  const { sizes, effort, tell, progress, kept } = growth;
  const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `sekimori-growth-${name}-`));
  const grownFolder = kept ?? newFolder("grown");
  const emptyFolder = newFolder("empty");
  mkdirSync(grownFolder, { recursive: true });
  const products: RunningProduct[] = [];
  const pools: pg.Pool[] = [];
  try {
    const [grown, empty] = [await start(grownFolder), await start(emptyFolder)];
    products.push(grown, empty);
    for (const product of products) await registerOnce(product);
    const everyday = {
      grown: await everydayOf(grown, effort),
      empty: await everydayOf(empty, effort),
    };
    const connect = (max: number) =>
      new pg.Pool({ connectionString: grown.databaseUrl, max, options: "-c statement_timeout=0" });
    const pool = connect(2);
    pools.push(pool);
    const environment = portalEnvironment(grown, grownFolder);
    if (!(await isGrown(pool, sizes))) {
      const { minutes } = await seedGrowth({
        pool,
        sealer: createSealer(parseKeyring(environment.PORTAL_DATA_KEYS)),
        digests: createDigests(environment.PORTAL_SECRET, environment.PORTAL_LOOKUP_SECRET),
        clientId: benchClientId,
        sizes,
        progress,
      });
      tell({
        name: "minutes to make the accounts",
        figure: minutes,
        wanted: { atMost: 30 },
        detail: `${sizes.accounts} accounts, ${sizes.events} audit events, ${sizes.sessions} sessions, ${sizes.grants} grants`,
      });
    }
    progress(`bytes a row: ${await tableSizes(pool)}`);
    for (const report of await ratiosOf(everyday.grown, everyday.empty, effort)) tell(report);
    tell(await measureSignUps(grown, effort));
    for (const report of await measureLists(grown, effort)) tell(report);
    progress(`audit events: ${await measureAuditWriters(connect, effort.seconds)}`);
    const expiring = Math.round(sizes.sessions / 10);
    const upkeep = { product: grown, pool, dataFolder: grownFolder, expiring };
    for (const report of await measureRemoval(upkeep)) tell(report);
    tell(await measureVerification(upkeep));
    for (const report of await measureRotations(upkeep)) tell(report);
  } finally {
    for (const pool of pools) await pool.end();
    for (const product of products) await product.stop();
    for (const folder of [emptyFolder, ...(kept === undefined ? [grownFolder] : [])]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** A kept folder knows the application already. */
async function registerOnce(product: RunningProduct): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from portal.oidc_client where client_id = $1", [
      benchClientId,
    ]);
    if (rowCount === 0) await registerBenchClient(product);
  } finally {
    await client.end();
  }
}

/** Whether the accounts were made before, down to the last of what they have: the audit log. */
async function isGrown(pool: pg.Pool, { events }: GrowthSizes): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    "select coalesce(max(id), 0) as id from portal.audit_event",
  );
  return Number(rows[0]?.id) >= events;
}

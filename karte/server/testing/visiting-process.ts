// A process of its own that a test forks: it visits names of a fixture network, all at once, within
// the budget of addresses that it shares by the database, or without one.
import { once } from "node:events";
import { systemClock } from "@sekimori/diagnosis/clock";
import { Network } from "@sekimori/diagnosis/network";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createSharedLoad } from "../adapters/shared-load.ts";

/** What a test sends it. */
export interface Visits {
  readonly databaseUrl: string;
  readonly fixtures: NonNullable<ConstructorParameters<typeof Network>[0]["fixtures"]>;
  readonly names: readonly string[];
  readonly perSecond: number;
  readonly isShared: boolean;
}

const logger = createLogger({ name: "visits", level: "silent" });

async function visitAll({ databaseUrl, fixtures, names, perSecond, isShared }: Visits) {
  const own = openDatabase({ url: databaseUrl, logger, schema: "karte" });
  const sharedLoad = createSharedLoad(own.pool);
  const network = new Network({
    production: false,
    fixtures,
    clock: systemClock,
    load: { httpPerSecond: perSecond, connectsPerSecond: perSecond, dnsPerSecond: 1_000 },
    ...(isShared ? { sharedLoad } : {}),
  });
  await Promise.all(
    names.map(async (name) => {
      const open = network.open({ userAgent: "test", inScope: () => true });
      try {
        await open.clients(name, null).http.fetch(`http://${name}/`);
      } finally {
        open.close();
      }
    }),
  );
  await sharedLoad.close();
  await own.close();
}

process.send?.("ready");
const [visits] = await once(process, "message");
await visitAll(visits);
process.disconnect();

import { Client } from "pg";
import type { RunningProduct } from "./running-product.ts";

/** A connection to karte's own database, which stands beside the portal's; the caller's to end. */
export async function openKarteDatabase({
  databaseUrl,
}: Pick<RunningProduct, "databaseUrl">): Promise<Client> {
  const address = new URL(databaseUrl);
  address.pathname += "_karte";
  const database = new Client({ connectionString: address.href });
  await database.connect();
  return database;
}

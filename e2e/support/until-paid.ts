import pg from "pg";
import type { RunningProduct } from "./running-product.ts";
import { setClock } from "./sandbox-clock.ts";

type Product = Pick<RunningProduct, "databaseUrl" | "sandboxOrigin">;

/** What a statement answers in the product's database. */
export async function rowsOf<Row extends object>(
  { databaseUrl }: Pick<Product, "databaseUrl">,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const patienceMs = 15_000;
const pauseMs = 500;

/** Whether it comes true within the patience that billing a month takes. */
async function comesTrue(look: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    if (await look()) return true;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return false;
}

/**
 * Months begin, one after the other, until an account has paid one.
 *
 * @param months how many have begun before
 * @returns how many have begun
 * @throws Error after four more
 */
export async function untilPaid(product: Product, account: string, months = 0): Promise<number> {
  const isPaid = async () =>
    (
      await rowsOf(
        product,
        `select 1 from portal.invoice where account_id = '${account}' and state = 'paid'`,
      )
    ).length > 0;
  const start = new Date();
  for (let begun = months + 1; begun <= months + 4; begun += 1) {
    const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + begun, 1));
    await setClock(product.sandboxOrigin, `${first.toISOString().slice(0, 10)}T00:15`);
    if (await comesTrue(isPaid)) return begun;
  }
  throw new Error("no month was paid");
}

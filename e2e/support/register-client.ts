import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { RunningProduct } from "./running-product.ts";

const main = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const runtime = fileURLToPath(new URL("../../node_modules/.bin/node", import.meta.url));

/** Registers a public application at the portal as an operator does it, by `clients add`. */
export async function registerPublicClient(
  { databaseUrl }: Pick<RunningProduct, "databaseUrl">,
  id: string,
  name: string,
  options: readonly string[],
): Promise<void> {
  const add = ["operator", "clients", "add", "--public", "--id", id, "--name", name];
  await promisify(execFile)(runtime, [main, ...add, ...options], {
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: databaseUrl,
      // A public application has no secret that would be sealed with it.
      PORTAL_DATA_KEYS: `journey:${randomBytes(32).toString("base64")}`,
    },
  });
}

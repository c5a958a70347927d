import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The operator's commands on a running product.
 *
 * @param folder where the product's data lies
 */
export function operatorOf(folder: string) {
  async function run(args: readonly string[]): Promise<string> {
    const { portalDataKeys } = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")) as {
      portalDataKeys: string;
    };
    const DATABASE_URL = readFileSync(join(folder, "database-url"), "utf8").trim();
    const { stdout } = await promisify(execFile)(
      pathOf("../../node_modules/.bin/node"),
      [pathOf("../../cli/main.ts"), "operator", ...args],
      { env: { ...process.env, DATABASE_URL, PORTAL_DATA_KEYS: portalDataKeys } },
    );
    return stdout;
  }
  return {
    /** What a command prints. @throws when it ends with another code than 0. */
    run,
    /** What a command answers with `--json`. */
    async json<T>(args: readonly string[]): Promise<T> {
      return JSON.parse(await run([...args, "--json"])) as T;
    },
  };
}

import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the tools are that are no packages of Debian (`outside-packages.ts`). */
export const OUTSIDE = process.env.SEKIMORI_LAB_OUTSIDE ?? "";

/** An obstacle where the registry did not give the tool. */
export const needsOutside = (name: string) => async () =>
  existsSync(join(OUTSIDE, name, "here")) ? null : `its registry did not give ${name}`;

/** The environment in which Python finds a tool of its registry. */
export function pythonPath(name: string): string {
  return `PYTHONPATH=${join(OUTSIDE, name)}`;
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** How a process is forked with the runtime and the options that the product's own processes have. */
export const asProduct: { readonly execPath: string; readonly execArgv: string[] } = {
  execPath: pathOf("../../node_modules/.bin/node"),
  execArgv: JSON.parse(readFileSync(pathOf("../../cli/runtime-options.json"), "utf8")),
};

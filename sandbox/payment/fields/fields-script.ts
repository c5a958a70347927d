import { join } from "node:path";
import { build } from "esbuild";

/**
 * Makes the fields page's script from its source, once per start. The sandbox never runs in
 * production, so it can afford its own bundler.
 */
export async function buildFieldsScript(): Promise<string> {
  const result = await build({
    entryPoints: [join(import.meta.dirname, "../../web/fields.ts")],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    minify: true,
    write: false,
    logLevel: "silent",
  });
  const [script] = result.outputFiles;
  if (script === undefined) throw new Error("The fields script came out empty.");
  return script.text;
}

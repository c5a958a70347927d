import { runDiagnose } from "@sekimori/diagnosis/cli";
import { version } from "@sekimori/kit-server/installation";

/** `sekimori diagnose`: examines a domain; its options are the engine's own. */
export async function diagnose(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  return await runDiagnose(argv, {
    version,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    interactive: process.stderr.isTTY,
    signal: stop.signal,
  });
}

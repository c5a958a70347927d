import { runData } from "@sekimori/diagnosis/data-command";

/** `sekimori data`: keeps the diagnosis' data sets up to date; its options are the engine's own. */
export function data(argv: readonly string[]): number {
  return runData(argv, {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  });
}

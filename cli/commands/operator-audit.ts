import { createReadStream, createWriteStream } from "node:fs";
import { access, readFile, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { dayMs, nextTokyoMonth, tokyoDay } from "@sekimori/kit-contract/tokyo";
import { mentionsCheckpoint } from "@sekimori/portal-server/audit-checkpoint";
import { BrokenExport, checkExport } from "@sekimori/portal-server/audit-export";
import { fail } from "../processes/operator-answers.ts";
import { type Acting, asOperator, report } from "./operator-acts.ts";

/** What was kept elsewhere: a line by itself, standard input, or a file. Undefined, and said, where there is none. */
async function keptLines(expect: string): Promise<readonly string[] | undefined> {
  if (mentionsCheckpoint(expect)) return [expect];
  try {
    const kept = expect === "-" ? await text(process.stdin) : await readFile(expect, "utf8");
    if (mentionsCheckpoint(kept)) return kept.split("\n");
    fail(
      `--expect: ${expect === "-" ? "standard input" : expect} holds no checkpoint. A checkpoint begins with sekimori-audit-1.`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail(`--expect: ${expect} is neither a checkpoint nor a file that can be read (${reason}).`);
  }
  return undefined;
}

/** `sekimori operator audit verify`: exit code 1 where anything is not as it was. */
export async function verifyAudit(options: Acting & { readonly expect?: string }): Promise<void> {
  const kept = options.expect === undefined ? [] : await keptLines(options.expect);
  if (kept === undefined) return;
  const verdict = await asOperator(options, (operator) => operator.verifyAudit(kept));
  const { events, unlinked, checkpoints, expected, firstBroken, problems, head } = verdict;
  if (firstBroken === null && problems.length === 0) {
    const elsewhere = expected === 0 ? "" : ` and ${expected} that were kept elsewhere`;
    console.log(
      `${events} events, the chain is whole. ${unlinked} are not linked yet. ${checkpoints} signed checkpoints${elsewhere}. Last hash: ${head ?? "none yet"}`,
    );
  }
  for (const problem of problems) fail(problem);
}

/** `sekimori operator audit checkpoint`: the line to be kept where the database's owner is not. */
export async function signCheckpoint(options: Acting): Promise<void> {
  const line = await asOperator(options, (operator) => operator.signCheckpoint());
  report(line !== undefined, line ?? "", "Nothing has happened since the last checkpoint.");
}

interface ExportRange {
  readonly month?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Midnight in Tokyo at the beginning of a day; undefined for what is none. */
function midnight(day: string): Date | undefined {
  const at = new Date(`${day}T00:00:00+09:00`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at.getTime())) return undefined;
  // 31 February would be a day of March.
  return tokyoDay(at) === day ? at : undefined;
}

function refused(sentence: string): undefined {
  fail(sentence);
  return undefined;
}

/** The range in Tokyo's days; undefined, and said, where it is none. */
function rangeOf({
  month,
  from,
  to,
}: ExportRange): { readonly from: Date; readonly to: Date } | undefined {
  if (month !== undefined) {
    if (from !== undefined || to !== undefined) return refused("Give --month, or --from and --to.");
    const begin = midnight(`${month}-01`);
    if (begin === undefined) return refused(`--month: ${month} is no month such as 2026-11.`);
    return { from: begin, to: nextTokyoMonth(begin) };
  }
  if (from === undefined || to === undefined) return refused("Give --month, or --from and --to.");
  const [begin, last] = [midnight(from), midnight(to)];
  if (begin === undefined) return refused(`--from: ${from} is no day such as 2026-11-01.`);
  if (last === undefined) return refused(`--to: ${to} is no day such as 2026-11-30.`);
  if (last < begin) return refused("--to: the last day lies before the first.");
  return { from: begin, to: new Date(last.getTime() + dayMs) };
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** `sekimori operator audit export`: whole under its name, or not there. */
export async function exportAudit(
  options: Acting & ExportRange & { readonly out: string },
): Promise<void> {
  const { out } = options;
  const range = rangeOf(options);
  if (range === undefined) return;
  if (await isThere(out)) return fail(`--out: ${out} is there already.`);
  const unfinished = `${out}.unfinished`;
  let events = 0;
  try {
    await asOperator(options, (operator) =>
      pipeline(
        async function* () {
          events = yield* operator.exportAudit(range);
        },
        createWriteStream(unfinished, { mode: 0o600 }),
      ),
    );
    if (events > 0) await rename(unfinished, out);
  } catch (error) {
    const isPlace = error instanceof Error && "syscall" in error && "path" in error;
    if (!isPlace) throw error;
    return fail(`--out: ${out} cannot be written (${error.message}).`);
  } finally {
    await rm(unfinished, { force: true });
  }
  report(events > 0, `${events} events in ${out}.`, "No event was linked in that time.");
}

/** `sekimori operator audit check`: a file of `export`, without the database. */
export async function checkAuditFile(
  file: string,
  options: { readonly expect?: string },
): Promise<void> {
  const kept = options.expect === undefined ? [] : await keptLines(options.expect);
  if (kept === undefined) return;
  if (!(await isThere(file))) return fail(`There is no file ${file}.`);
  try {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    const { events, headers, from, to, publicKey, agreeing } = await checkExport(lines, kept);
    const elsewhere =
      options.expect === undefined
        ? "No checkpoint was given, so compare the key with that of an installation you trust"
        : `${agreeing} checkpoints that were kept elsewhere stand in it and agree`;
    console.log(
      `${events} events under ${headers} headers, from ${from} to ${to}, are as they were written. ${elsewhere}. Key: ${publicKey}`,
    );
  } catch (error) {
    if (!(error instanceof BrokenExport)) throw error;
    fail(`${file}: ${error.message}`);
  }
}

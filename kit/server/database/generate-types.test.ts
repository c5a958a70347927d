import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const script = join(import.meta.dirname, "generate-types.ts");
const migrations = join(import.meta.dirname, "migrations");

test("writes the types of a schema, and --check sees a file that differs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "types-"));
  const out = join(folder, "generated/database.ts");
  const generate = (...more: string[]) =>
    run(process.execPath, [
      script,
      "--schema=kit",
      `--migrations=${migrations}`,
      `--out=${out}`,
      ...more,
    ]);
  try {
    await generate();
    expect(await readFile(out, "utf8")).toContain("mail_outbox: MailOutbox;");
    await generate("--check");
    await appendFile(out, "// edited");
    await expect(generate("--check")).rejects.toThrow("generate it again");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { createLogger } from "../logger/logger.ts";
import { openDatabase } from "./database.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";

const run = promisify(execFile);

const usage = `Writes the Kysely types of one schema, read from a database made from its migrations.

  generate-types.ts --schema portal --migrations <folder> --out <file> [--check]

  --check   write nothing; fail when the file differs from what would be written`;

/** Migrates an empty database in a temporary cluster and reads the schema back from it. */
async function generate(schema: string, folder: string): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), "sekimori-types-"));
  await chmod(place, 0o755);
  const logger = createLogger({ name: "generate-types", level: "warn" });
  const server = await startEmbeddedPostgres({
    dataDir: join(place, "cluster"),
    logger,
    durable: false,
  });
  try {
    const database = openDatabase({ url: server.url, logger });
    await migrate(database, [{ schema, folder }]);
    await database.close();
    const codegen = createRequire(import.meta.url).resolve("kysely-codegen/dist/cli/bin.js");
    const out = join(place, "database.ts");
    await run(
      process.execPath,
      [
        codegen,
        `--url=${server.url}`,
        "--dialect=postgres",
        "--date-parser=string",
        `--default-schema=${schema}`,
        `--include-pattern=${schema}.*`,
        `--exclude-pattern=${schema}.migration`,
        "--log-level=error",
        `--out-file=${out}`,
      ],
      // No .env file of the caller's folder may choose another database.
      { cwd: place },
    );
    return await readFile(out, "utf8");
  } finally {
    await server.stop();
    await rm(place, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    schema: { type: "string" },
    migrations: { type: "string" },
    out: { type: "string" },
    check: { type: "boolean", default: false },
  },
});
if (!values.schema || !values.migrations || !values.out) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const text = await generate(values.schema, resolve(values.migrations));
if (!values.check) {
  await mkdir(dirname(values.out), { recursive: true });
  await writeFile(values.out, text);
} else if ((await readFile(values.out, "utf8").catch(() => "")) !== text) {
  process.stderr.write(`${values.out} is not what the migrations say; generate it again.\n`);
  process.exit(1);
}

import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { restoreCluster } from "@sekimori/kit-development/postgres/restore";
import {
  backUpCluster,
  bytesOf,
  exists,
  isEmptyFolder,
  measureCluster,
  readManifest,
} from "@sekimori/kit-server/backup";
import { systemClock } from "@sekimori/kit-server/clock";
import { openDatabase, transaction } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { recordAct } from "@sekimori/portal-server/operator-money";
import type { Tables } from "@sekimori/portal-server/tables";
import { fail, say } from "../processes/operator-answers.ts";
import { databaseUrlFile } from "../processes/operator-database.ts";
import { ownServerBackup } from "./own-server-backup.ts";

interface Answering {
  readonly operator: string;
  readonly json: boolean;
  readonly dryRun: boolean;
}

const secretsFile = "secrets.json";
const passwordFile = "database-password";
const mebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
const logger = createLogger({ name: "backup", level: "warn" });

/** Whether one folder is the other or lies in it. */
const isWithin = (inner: string, outer: string) =>
  !relative(resolve(outer), resolve(inner)).startsWith("..");

async function record(
  url: string,
  operator: string,
  action: "operator.backup-made" | "operator.backup-restored",
  detail: Readonly<Record<string, string | number>>,
): Promise<number> {
  const database = openDatabase<Tables>({ url, logger, poolSize: 2, schema: "portal" });
  try {
    return await transaction(database.db, async (tx) => {
      const { accounts } = await tx
        .selectFrom("portal.account")
        .select(({ fn }) => fn.countAll<string>().as("accounts"))
        .executeTakeFirstOrThrow();
      await recordAct(tx, { clock: systemClock }, { operator }, action, detail);
      return Number(accounts);
    });
  } finally {
    await database.close();
  }
}

export interface BackupOptions extends Answering {
  readonly to: string;
  readonly keys: string;
  readonly data: string;
}

/** `sekimori backup`: the database to one folder and the secrets to another. */
export async function backup(options: BackupOptions): Promise<void> {
  const { to, keys, data, operator } = options;
  if (isWithin(keys, to) || isWithin(to, keys)) {
    return fail("--keys: the secrets must not lie with the backup, or it protects nothing.");
  }
  for (const [name, folder] of [
    ["--to", to],
    ["--keys", keys],
  ] as const) {
    if (!(await isEmptyFolder(folder))) return fail(`${name}: ${folder} is not empty.`);
  }
  const url = await readFile(databaseUrlFile(data), "utf8").catch(() => undefined);
  if (url === undefined) {
    const advice = await ownServerBackup(process.env);
    return fail(`--data: no “sekimori start” runs on ${data}; start it first.\n\n${advice}`);
  }
  const { cluster, bytes } = await measureCluster(url);
  if (options.dryRun) {
    const facts = { dryRun: true, database: cluster, bytes, to: resolve(to), keys: resolve(keys) };
    const text = `Would copy ${mebibytes(bytes)} from ${cluster} to ${to}, and the secrets to ${keys}. Nothing was done.`;
    return say(options, facts, text);
  }
  // Before the copy, so that it is in it.
  const accounts = await record(url, operator, "operator.backup-made", { to: resolve(to) });
  const began = performance.now();
  await mkdir(to, { recursive: true, mode: 0o700 });
  const manifest = await backUpCluster(url, to, systemClock.now());
  await mkdir(keys, { recursive: true, mode: 0o700 });
  await copyFile(join(data, secretsFile), join(keys, secretsFile));
  const password = decodeURIComponent(new URL(url).password);
  await writeFile(join(keys, passwordFile), `${password}\n`, { mode: 0o600 });
  const facts = {
    to: resolve(to),
    keys: resolve(keys),
    files: manifest.files.length,
    bytes: bytesOf(manifest),
    accounts,
    seconds: (performance.now() - began) / 1_000,
  };
  const text = `${facts.files} files, ${mebibytes(facts.bytes)}, ${accounts} accounts, in ${facts.seconds.toFixed(1)} s. Keep ${keys} apart from ${to}.`;
  say(options, facts, text);
}

export interface RestoreOptions extends Answering {
  readonly from: string;
  readonly keys: string;
  readonly data: string;
}

/** `sekimori restore`: a backup and its secrets to an empty folder, tried once before it is called done. */
export async function restore(options: RestoreOptions): Promise<void> {
  const { from, keys, data, operator } = options;
  if (!(await isEmptyFolder(data))) return fail(`--data: ${data} is not empty.`);
  for (const name of [secretsFile, passwordFile]) {
    if (!(await exists(join(keys, name)))) return fail(`--keys: there is no ${name} in ${keys}.`);
  }
  const manifest = await readManifest(from);
  const { madeAt } = manifest;
  const bytes = bytesOf(manifest);
  if (options.dryRun) {
    const facts = { dryRun: true, madeAt, bytes, data: resolve(data) };
    const text = `Would put the backup of ${madeAt}, ${mebibytes(bytes)}, to ${data}. Nothing was done.`;
    return say(options, facts, text);
  }
  const began = performance.now();
  const dataDir = resolve(data, "postgres");
  await restoreCluster({ from, passwordFile: join(keys, passwordFile), dataDir, logger });
  await mkdir(data, { recursive: true });
  await copyFile(join(keys, secretsFile), join(data, secretsFile));
  // The server brings itself to the end of the copied log; only then is anything known.
  const server = await startEmbeddedPostgres({ dataDir, logger });
  try {
    const accounts = await record(server.url, operator, "operator.backup-restored", { madeAt });
    const seconds = (performance.now() - began) / 1_000;
    const facts = { madeAt, bytes, accounts, data: resolve(data), seconds };
    const text = `The backup of ${madeAt} is in ${data}: ${accounts} accounts, in ${seconds.toFixed(1)} s. Start it with “npm start -- --data ${data}”.`;
    say(options, facts, text);
  } finally {
    await server.stop();
  }
}

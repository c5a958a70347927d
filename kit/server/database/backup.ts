import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";

/** Folders whose content a running server makes anew; the copy has them empty. */
const leftEmpty = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_stat_tmp",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_subtrans",
]);
const leftOut = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;

export interface BackedUpFile {
  /** Inside the cluster. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup holds; restoring compares every file with it. */
export interface BackupManifest {
  readonly madeAt: string;
  /** PostgreSQL's version number, such as 180000. */
  readonly version: number;
  readonly folders: readonly string[];
  readonly files: readonly BackedUpFile[];
}

export const manifestName = "manifest.json";
export const clusterName = "cluster";

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Everything that a copy of a cluster has, in the order in which folders are made. */
async function entriesOf(cluster: string, inside = ""): Promise<Entry[]> {
  const found: Entry[] = [];
  const entries = await readdir(join(cluster, inside), { withFileTypes: true });
  for (const entry of entries) {
    if (leftOut.test(entry.name)) continue;
    const path = join(inside, entry.name);
    if (entry.isDirectory()) {
      found.push({ path, isFolder: true });
      if (!leftEmpty.has(path)) found.push(...(await entriesOf(cluster, path)));
    } else if (entry.isFile()) {
      found.push({ path, isFolder: false });
    }
  }
  return found;
}

const isGone = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Copies one file and names what was copied; undefined when the server removed it meanwhile. */
export async function copyNamed(
  from: string,
  to: string,
  path: string,
): Promise<BackedUpFile | undefined> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(join(from, path)),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(join(to, path), { mode: 0o600 }),
    );
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
  return { path, bytes, sha256: hash.digest("hex") };
}

/** Where the cluster of a running server is, and how much there is of it. */
export async function measureCluster(
  url: string,
): Promise<{ readonly cluster: string; readonly bytes: number }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ cluster: string; bytes: string }>(
      "select current_setting('data_directory') as cluster, sum(pg_database_size(oid)) as bytes from pg_database",
    );
    return { cluster: rows[0]?.cluster ?? "", bytes: Number(rows[0]?.bytes ?? 0) };
  } finally {
    await client.end();
  }
}

/**
 * Copies the cluster of a running server of this machine while it serves, with the write-ahead log
 * from the copy's beginning to its end: started on it, a server brings itself to that end, as
 * after a loss of power. All databases are in it. PostgreSQL's own way for copies made by hand
 * (pg_backup_start and pg_backup_stop).
 *
 * @param url as a superuser, or a role with pg_read_all_settings and the right to these functions
 * @param into an empty folder
 */
export async function backUpCluster(url: string, into: string, now: Date): Promise<BackupManifest> {
  const { cluster } = await measureCluster(url);
  const target = join(into, clusterName);
  await mkdir(target, { recursive: true, mode: 0o700 });
  const client = new Client({ connectionString: url });
  await client.connect();
  const folders: string[] = [];
  const files: BackedUpFile[] = [];
  const keep = async (path: string) => {
    const copied = await copyNamed(cluster, target, path);
    if (copied) files.push(copied);
  };
  try {
    // Keeps the log that is written meanwhile until it is copied; goes with this connection.
    const slot = `backup_${randomUUID().replaceAll("-", "")}`;
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    await client.query("select pg_backup_start($1, fast => true)", ["sekimori backup"]);
    for (const { path, isFolder } of await entriesOf(cluster)) {
      if (!isFolder) {
        await keep(path);
        continue;
      }
      folders.push(path);
      await mkdir(join(target, path), { recursive: true, mode: 0o700 });
    }
    const { rows } = await client.query<{ last: string; label: string; version: string }>(
      `select pg_walfile_name(lsn) as last, labelfile as label,
         current_setting('server_version_num') as version
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const [stopped] = rows;
    const first = /START WAL LOCATION: .* \(file ([0-9A-F]{24})\)/.exec(stopped?.label ?? "")?.[1];
    if (stopped === undefined || first === undefined) throw new Error("The copy has no beginning.");
    const log = await readdir(join(cluster, "pg_wal"));
    for (const name of log.filter((one) => /^[0-9A-F]{24}$/.test(one)).sort()) {
      if (name >= first && name <= stopped.last) await keep(join("pg_wal", name));
    }
    await writeFile(join(target, "backup_label"), stopped.label, { mode: 0o600 });
    const label = Buffer.from(stopped.label);
    const sha256 = createHash("sha256").update(label).digest("hex");
    files.push({ path: "backup_label", bytes: label.length, sha256 });
    const manifest: BackupManifest = {
      madeAt: now.toISOString(),
      version: Number(stopped.version),
      folders,
      files,
    };
    // Written last: a folder without it is no backup.
    await writeFile(join(into, manifestName), JSON.stringify(manifest), { mode: 0o600 });
    return manifest;
  } finally {
    await client.end();
  }
}

/** Whether a folder has nothing in it, or is not there at all. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (isGone(error)) return true;
    throw error;
  }
}

/** @throws Error when the folder holds no finished backup. */
export async function readManifest(from: string): Promise<BackupManifest> {
  try {
    return JSON.parse(await readFile(join(from, manifestName), "utf8")) as BackupManifest;
  } catch (error) {
    if (isGone(error)) throw new Error(`${from} holds no finished backup.`);
    throw error;
  }
}

/**
 * Copies a backup to where its server shall run, and compares every file with the manifest.
 *
 * @throws Error naming the first file that is not as it was
 */
export async function copyBack(from: string, to: string, manifest: BackupManifest): Promise<void> {
  const source = join(from, clusterName);
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const folder of manifest.folders) {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  }
  for (const { path, bytes, sha256 } of manifest.files) {
    // A changed manifest leads nowhere else.
    if (relative(to, join(to, path)).startsWith("..")) throw new Error(`${path} is not inside.`);
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    const copied = await copyNamed(source, to, path);
    if (copied?.bytes !== bytes || copied.sha256 !== sha256) {
      throw new Error(`${path} is not as it was when the backup was made.`);
    }
  }
}

/** Bytes of a folder's file, for saying what would be done. */
export const bytesOf = (manifest: BackupManifest): number =>
  manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Whether a path is there. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

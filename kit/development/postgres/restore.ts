import { execFile } from "node:child_process";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { copyBack, readManifest } from "@sekimori/kit-server/backup";
import type { Logger } from "@sekimori/kit-server/logger";
import { accountForPostgres } from "./postgres-account.ts";
import { placeFor } from "./postgres-place.ts";

const run = promisify(execFile);

export interface RestoreOptions {
  /** A folder that `backUpCluster` filled. */
  readonly from: string;
  /** The file with the password of the cluster's superuser, kept apart from the backup. */
  readonly passwordFile: string;
  /** Where `startEmbeddedPostgres` shall find the cluster. */
  readonly dataDir: string;
  readonly logger: Logger;
}

/**
 * Puts a backup where an embedded server will start on it. Nothing is there before all of it is:
 * a copy that breaks off leaves no cluster.
 *
 * @throws Error when there is a cluster already, or a file is not as it was
 */
export async function restoreCluster(options: RestoreOptions): Promise<void> {
  const { from, passwordFile, dataDir, logger } = options;
  const account = await accountForPostgres(logger);
  const place = await placeFor(dataDir, account, logger);
  if (!place.isNew) throw new Error(`There is a database in ${place.cluster} already.`);
  const manifest = await readManifest(from);
  const unfinished = `${place.cluster}.unfinished`;
  await mkdir(place.base, { recursive: true });
  await rm(unfinished, { recursive: true, force: true });
  try {
    await copyBack(from, unfinished, manifest);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  await copyFile(passwordFile, `${place.cluster}.password`);
  if (account.uid !== undefined && account.gid !== undefined) {
    const owner = `${account.uid}:${account.gid}`;
    await run("chown", ["-R", owner, unfinished, `${place.cluster}.password`]);
  }
  await rename(unfinished, place.cluster);
}

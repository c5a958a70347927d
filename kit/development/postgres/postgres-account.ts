import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Logger } from "@sekimori/kit-server/logger";

const run = promisify(execFile);

/** Who the database server runs as; empty means as ourselves. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * PostgreSQL refuses to run as root, so as root (containers, mostly) it runs as the system user
 * `postgres`, which is made when missing.
 *
 * @throws Error when that user neither exists nor can be made.
 */
export async function accountForPostgres(logger: Logger): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const present = await lookUp("postgres");
  if (present) return present;
  logger.info("creating the system user postgres, because PostgreSQL refuses to run as root");
  await run("useradd", ["--system", "--no-create-home", "--user-group", "postgres"]).catch(() =>
    // Alpine and BusyBox systems know adduser only.
    run("adduser", ["-S", "-D", "-H", "postgres"]),
  );
  const made = await lookUp("postgres");
  if (!made)
    throw new Error("The system user postgres could not be made; set DATABASE_URL instead.");
  return made;
}

import { onOwnMachine } from "../copied-lines.ts";
import type { Room } from "../room.ts";
import type { Start } from "./service.ts";

const PROGRAMS = "/usr/lib/postgresql/15/bin";

/** A cluster of its own, which asks for a password unless `trust` is set. */
export const startPostgresql: Start = async (room: Room, { name, place, options, applied }) => {
  const folder = `/lab/postgresql/${name}`;
  room.file(`${folder}/note`, "");
  await room.run("chown", ["-R", "postgres", "/lab/postgresql"]);
  const as = ["-u", "postgres", "--"];
  const how = options.trust === "yes" ? "trust" : "scram-sha-256";
  const rules = `${how === "trust" ? "host all all all trust" : "host all all all scram-sha-256"}\n`;
  const data = `${folder}/data`;
  const init = ["-D", data, "--locale=C", "--encoding=UTF8", "--no-sync", "--auth=peer"];
  await room.run("runuser", [...as, `${PROGRAMS}/initdb`, ...init], 120_000);
  await room.run("chown", ["postgres", room.file(`${data}/pg_hba.conf`, rules)]);
  const [, listens = place.v4] =
    /^listen_addresses = (\S+)$/m.exec(
      applied.map((text) => onOwnMachine(text, place)).join("\n"),
    ) ?? [];
  const settings = ["-h", listens, "-k", folder, "-c", "fsync=off"];
  room.daemon(name, "runuser", [...as, `${PROGRAMS}/postgres`, "-D", data, ...settings]);
  return 5432;
};

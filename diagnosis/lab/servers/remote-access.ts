import { existsSync } from "node:fs";
import type { LabState } from "../state.ts";
import type { Start } from "./service.ts";

/** Programs of packages that the lab does without where they cannot be had, by the kind of service. */
const PROGRAMS: Readonly<Record<string, string>> = {
  telnet: "/usr/sbin/telnetd",
  smb: "/usr/sbin/smbd",
  vnc: "/usr/bin/x11vnc",
};

/** The states whose servers are here; of each other one a line says why it is passed over. */
export function withServers(
  states: readonly LabState[],
  say: (line: string) => void,
): readonly LabState[] {
  return states.filter(({ name, services = [] }) => {
    const missing = services
      .flatMap(({ kind }) => PROGRAMS[kind] ?? [])
      .find((p) => !existsSync(p));
    if (missing !== undefined) say(`state skipped: ${name} (${missing} cannot be had)`);
    return missing === undefined;
  });
}

/** GNU's telnetd under its own super-server. */
export const startTelnet: Start = async (room, { name, place, options }) => {
  const port = Number(options.port ?? 23);
  const line = `${place.v4}:${port} stream tcp nowait root ${PROGRAMS.telnet} telnetd`;
  const file = room.file(`/lab/telnet/${name}.conf`, `${line}\n`);
  const pid = `--pidfile=/tmp/${name}.pid`;
  room.daemon(name, "/usr/sbin/inetutils-inetd", ["--debug", pid, file]);
  return port;
};

/** Samba with a share for guests; nothing of it is ever asked for. */
export const startSmb: Start = async (room, { name, place }) => {
  const folder = `/lab/smb/${name}`;
  room.file(`${folder}/note`, "");
  const folders = ["lock", "state", "cache", "pid", "private", "ncalrpc"];
  for (const one of folders) room.file(`${folder}/${one}/note`, "");
  const lines = [
    "[global]",
    "workgroup = LAB",
    "server role = standalone server",
    `interfaces = ${place.v4}/32`,
    "bind interfaces only = yes",
    "smb ports = 445",
    "map to guest = bad user",
    `lock directory = ${folder}/lock`,
    `state directory = ${folder}/state`,
    `cache directory = ${folder}/cache`,
    `pid directory = ${folder}/pid`,
    `private dir = ${folder}/private`,
    `ncalrpc dir = ${folder}/ncalrpc`,
    "[pub]",
    `path = ${folder}`,
    "guest ok = yes",
  ];
  const file = room.file(`${folder}/smb.conf`, `${lines.join("\n")}\n`);
  const args = ["--foreground", "--no-process-group", "--debug-stdout", `--configfile=${file}`];
  room.daemon(name, PROGRAMS.smb ?? "", args);
  return 445;
};

/** x11vnc over a picture of its own, so that no display is needed. */
export const startVnc: Start = async (room, { name, place, options }) => {
  const port = Number(options.port ?? 5900);
  const password = options.password === undefined ? [] : ["-passwd", options.password];
  const where = ["-listen", place.v4, "-rfbport", String(port), "-no6"];
  // Its library listens by IPv6 as well, everywhere unless it is told where.
  const where6 = ["-listenv6", place.v6, "-rfbportv6", String(port)];
  const picture = room.file(`/lab/vnc/${name}.raw`, Buffer.alloc(320 * 240 * 4));
  const args = [
    "-rawfb",
    `map:${picture}@320x240x32`,
    "-forever",
    "-shared",
    ...where,
    ...where6,
    ...password,
  ];
  room.daemon(name, PROGRAMS.vnc ?? "", args);
  return port;
};

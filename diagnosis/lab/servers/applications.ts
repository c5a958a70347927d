import { join } from "node:path";
import type { Room } from "../room.ts";
import type { ApplicationSpec } from "../state.ts";
import type { Site } from "./site.ts";

const folderOf = (name: string) => `/lab/application/${name}`;
const PROGRAM = join(import.meta.dirname, "application.ts");
/** How the application of the lab sets its cookie before anybody has copied anything. */
const BARE_LINE = "res.cookie(name, value, options);";

/** Starts what a site's front page comes from, where that is no file. */
export async function startApplication(room: Room, { name, spec }: Site): Promise<void> {
  if (spec.application === undefined) return;
  const folder = folderOf(name);
  room.file(`${folder}/note`, "");
  await START[spec.application.kind](room, name, folder, spec.application);
  const waits = `for i in $(seq 300); do test -S ${folder}/socket && exit 0; sleep 0.1; done; exit 1`;
  await room.run("sh", ["-c", waits]);
}

type Start = (
  room: Room,
  name: string,
  folder: string,
  spec: ApplicationSpec,
) => void | Promise<void>;

const START: Readonly<Record<ApplicationSpec["kind"], Start>> = {
  proxied(room, name, folder, { cookie = "" }) {
    room.daemon(`application ${name}`, process.execPath, [PROGRAM, `${folder}/socket`, cookie]);
  },
  express(room, name, folder, { cookie = "", applied: [line = BARE_LINE] = [] }) {
    const args = [PROGRAM, `${folder}/socket`, cookie, line];
    room.daemon(`application ${name}`, process.execPath, args);
  },
  php(room, name, folder, { applied = [] }) {
    room.file(`${folder}/index.php`, "<?php session_start(); ?><!doctype html><p>A page.</p>\n");
    room.file(`${folder}/ini/owner.ini`, `${applied.join("\n")}\n`);
    const pool = [
      "[global]",
      `error_log = ${folder}/fpm.log`,
      "[site]",
      `listen = ${folder}/socket`,
      "user = root",
      "pm = static",
      "pm.max_children = 2",
    ];
    const file = room.file(`${folder}/fpm.conf`, `${pool.join("\n")}\n`);
    room.daemon(`application ${name}`, "/usr/sbin/php-fpm8.2", ["-F", "-R", "-y", file], {
      PHP_INI_SCAN_DIR: `${folder}/ini`,
    });
  },
};

/** nginx's part of it. */
export function pagesOf(name: string, { kind }: ApplicationSpec): readonly string[] {
  const socket = `unix:${folderOf(name)}/socket`;
  const lines =
    kind === "php"
      ? [
          "include /etc/nginx/fastcgi_params;",
          `fastcgi_param SCRIPT_FILENAME ${folderOf(name)}/index.php;`,
          `fastcgi_pass ${socket};`,
        ]
      : ["proxy_set_header Host $host;", `proxy_pass http://${socket}:;`];
  return [`location = / { ${lines.join(" ")} }`];
}

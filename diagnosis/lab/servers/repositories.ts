import type { Room } from "../room.ts";
import type { Start } from "./service.ts";

/** How each program makes a repository of the folder `$1`, and what it leaves there. */
const SCRIPTS: Readonly<Record<string, string>> = {
  git: 'cd "$1" && git init -q && git -c user.name=a -c user.email=a@b.jp commit -q --allow-empty -m a',
  "git-detached":
    'cd "$1" && git init -q && git -c user.name=a -c user.email=a@b.jp commit -q --allow-empty -m a && git checkout -q --detach',
  svn: 'svnadmin create "$1.svn" && svn checkout -q --force "file://$1.svn" "$1"',
  hg: 'cd "$1" && HGRCPATH= hg init && printf "[paths]\\ndefault = https://hg.yubin.jp/shop\\n" > .hg/hgrc',
};

/** A working copy in the folder of a site, made by the version control program itself. */
export const startRepository: Start = async (room: Room, { domain, options, place }) => {
  const root = `/lab/www/${domain.replace(/\.jp$/, "")}`;
  const script = SCRIPTS[options.program ?? "git"];
  if (script === undefined) throw new Error(`no repository of ${options.program}`);
  await room.run("sh", ["-c", script, "sh", root]);
  await room.run("chmod", ["-R", "a+rX", root]);
  await room.listening("nginx", place.v4, 443);
  return 443;
};

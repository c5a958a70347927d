import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;
const MODULES =
  "(?:node:)?(?:net|tls|dgram|dns|dns/promises|http|https|http2|undici|child_process)";
const NETWORK = new RegExp(
  `(?:from |require\\(|import\\()"${MODULES}"|\\bfetch\\(|\\bnew (?:WebSocket|EventSource)\\b`,
);

/** Sources of the engine; tests, fixtures and the lab are the other side of the wire. */
const sources = globSync("**/*.ts", {
  cwd: root,
  exclude: (name) => name === "node_modules",
}).filter(
  (path) => !path.endsWith(".test.ts") && !/(^|\/)(fixtures|testing|comparison|lab)\//.test(path),
);

it("sees the engine's sources", () => {
  expect(sources.length).toBeGreaterThan(60);
  expect(sources).toContain("net/connector.ts");
});

it.each(sources.filter((path) => !path.startsWith("net/")))("%s opens no socket", (path) => {
  const code = readFileSync(`${root}${path}`, "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replaceAll(/\b(http|context\.http|clients\.http)\.fetch\(/g, "guarded(")
    .replaceAll(/^import type .*$/gm, "");
  expect(NETWORK.exec(code)?.[0]).toBeUndefined();
});

const openers = sources
  .filter((path) => path.startsWith("net/"))
  .filter((path) =>
    /(?<![#.\w])(netConnect|createSocket|connect|createConnection|new Socket|createServer)\(/.test(
      readFileSync(`${root}${path}`, "utf8"),
    ),
  );

it("has one place that opens sockets", () => {
  // tls-session.ts wraps sockets that the connector opened.
  expect(openers.sort()).toEqual(["net/connector.ts", "net/tls-session.ts"]);
  const tls = readFileSync(`${root}net/tls-session.ts`, "utf8");
  expect(tls).toMatch(/connect\(\{\s+socket,/);
});

it("imports nothing of ours", () => {
  for (const path of sources)
    expect(readFileSync(`${root}${path}`, "utf8")).not.toMatch(
      /from "@sekimori\/|from "(\.\.\/)+(kit|portal|karte|sandbox|cli)\/.*server/,
    );
});

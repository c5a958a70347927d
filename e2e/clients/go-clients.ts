import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf, type PageCode, writeFiles } from "./page-code.ts";

/** Where programs of Go are built, and found by the clients that are run. */
export const goPrograms = fileURLToPath(
  new URL("../../.cache/clients/go-programs", import.meta.url),
);

export const oauth2Proxy = join(goPrograms, "oauth2-proxy");

const module = "github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.3";
const buildMs = 600_000;

const reasonOf = (error: Error | undefined, stderr: string) =>
  (error?.message ?? stderr.trim().split("\n").at(-1) ?? "").trim();

const pageFolder = fileURLToPath(new URL("../../.cache/clients/go-page", import.meta.url));

/** Is there once the program of docs/integrate/go.md was built, with all modules that it needs. */
export const goPage = join(goPrograms, "go-page");

/** Modules of Go lie here, so that starting the page's program later downloads nothing. */
export const goModules = fileURLToPath(new URL("../../.cache/clients/go-modules", import.meta.url));

/**
 * Builds the program of docs/integrate/go.md.
 *
 * @returns what could not be had, in a sentence
 */
export function fetchGoModules(): string | undefined {
  mkdirSync(pageFolder, { recursive: true });
  writeFiles(pageFolder, codeOf("go.md", "3000", "4000"));
  const { status, stderr, error } = spawnSync("go", ["build", "-mod=mod", "-o", goPage, "."], {
    cwd: pageFolder,
    env: { ...process.env, GOMODCACHE: goModules },
    encoding: "utf8",
    timeout: buildMs,
  });
  return status === 0 ? undefined : `go-oidc 3, a module of Go: ${reasonOf(error, stderr)}`;
}

/** The same program as it is with Debian's packages: another import, and no modules. */
export function withDebiansGo(code: PageCode): PageCode {
  const main = code.files.get("main.go") ?? "";
  return {
    ...code,
    files: new Map([
      [
        "main.go",
        main.replace('"github.com/coreos/go-oidc/v3/oidc"', 'oidc "github.com/coreos/go-oidc"'),
      ],
    ]),
    run: "GO111MODULE=off GOPATH=/usr/share/gocode CLIENT_SECRET=… go run main.go",
  };
}

/**
 * Builds oauth2-proxy of its Go module.
 *
 * @returns what could not be had, in a sentence, with the last thing that Go said
 */
export function fetchOauth2Proxy(): string | undefined {
  if (existsSync(oauth2Proxy)) return undefined;
  mkdirSync(goPrograms, { recursive: true });
  const { status, stderr, error } = spawnSync("go", ["install", module], {
    env: { ...process.env, GOBIN: goPrograms },
    encoding: "utf8",
    timeout: buildMs,
  });
  if (status === 0) return undefined;
  return `oauth2-proxy's Go module ${module}: ${reasonOf(error, stderr)}`;
}

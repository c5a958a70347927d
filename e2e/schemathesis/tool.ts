import { spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import type { Person } from "../faults/support/person.ts";

const folder = fileURLToPath(new URL("../../.cache/schemathesis", import.meta.url));
const command = `${folder}/bin/st`;
const version = "4.32.5";

/** Installs the package into .cache the first time. @returns whether it is there. */
export function installTool(): boolean {
  if (existsSync(command)) return true;
  const quiet = { stdio: "ignore", timeout: 180_000 } as const;
  const isThere =
    spawnSync("python3", ["-m", "venv", folder], quiet).status === 0 &&
    spawnSync(`${folder}/bin/pip`, ["install", "-q", `schemathesis==${version}`], quiet).status ===
      0;
  if (!isThere) rmSync(folder, { recursive: true, force: true });
  return isThere;
}

const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];

export interface Trial {
  /** What is tried, and as whom. */
  readonly name: string;
  /** The OpenAPI document: an address or a file. */
  readonly document: string;
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Paths that are left out, as a regular expression. */
  readonly except?: string;
}

export interface Extent {
  readonly seed: string;
  /** Requests that are made up for each call, at most. */
  readonly examples: string;
  /** Only paths that match. */
  readonly only: string | undefined;
}

/** What a browser of this person sends with each request. */
export function headersOf(person: Person): Record<string, string> {
  const cookies = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    origin: person.origin,
    [csrfHeader]: person.csrf ?? "",
    ...(cookies === "" ? {} : { cookie: cookies }),
  };
}

/**
 * Makes up requests for every call of a document and prints what is found.
 *
 * @returns whether there was neither a server error nor an answer that the document does not have
 */
export async function tryDocument(trial: Trial, { seed, examples, only }: Extent) {
  console.log(`\nschemathesis ${version}, ${trial.name}, seed ${seed}`);
  const child = spawn(
    command,
    [
      ...["run", trial.document, "--url", trial.origin],
      ...["--checks", checks.join(","), "--max-examples", examples, "--seed", seed],
      ...["--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-color"],
      ...["--warnings", "off", "--no-shrink", "--generation-database", "none"],
      ...(only === undefined ? [] : ["--include-path-regex", only]),
      ...(trial.except === undefined ? [] : ["--exclude-path-regex", trial.except]),
      ...Object.entries(trial.headers).flatMap(([name, value]) => [
        "--header",
        `${name}: ${value}`,
      ]),
    ],
    { stdio: "inherit", timeout: 1_800_000, cwd: folder },
  );
  return new Promise<boolean>((resolve, reject) => {
    child.once("error", reject).once("exit", (code) => resolve(code === 0));
  });
}

import { spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const folder = pathOf("../../../.cache/scim-testers");

/** Testers of others, as they were when our verdicts on what they find were written. */
const versions = {
  "scim2-tester": "0.5.2",
  "scim2-client": "0.13.2",
  httpx2: "2.16.2",
  "scim-sanity": "0.7.4",
} as const;

/** Installs them into .cache the first time. @returns whether they are there. */
export function installTesters(): boolean {
  const mark = `${folder}/bin/scim-sanity`;
  if (existsSync(mark)) return true;
  const quiet = { stdio: "ignore", timeout: 180_000 } as const;
  const wanted = Object.entries(versions).map(([name, version]) => `${name}==${version}`);
  const isThere =
    spawnSync("python3", ["-m", "venv", folder], quiet).status === 0 &&
    spawnSync(`${folder}/bin/pip`, ["install", "-q", ...wanted], quiet).status === 0 &&
    existsSync(mark);
  if (!isThere) rmSync(folder, { recursive: true, force: true });
  return isThere;
}

export interface TestedDirectory {
  readonly baseUrl: string;
  readonly token: string;
  /** Under which people may have addresses. */
  readonly domain: string;
}

/** One check of a tester that did not go as it wants. */
export interface Complaint {
  readonly check: string;
  readonly reason: string;
}

export interface Judgement {
  readonly passed: number;
  readonly complaints: readonly Complaint[];
}

async function outputOf(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(`${folder}/bin/${command}`, args, {
    env: { PATH: process.env.PATH ?? "", PYTHONDONTWRITEBYTECODE: "1", ...env },
    timeout: 120_000,
  });
  const [out, wrong]: string[][] = [[], []];
  child.stdout.on("data", (part: Buffer) => out?.push(part.toString()));
  child.stderr.on("data", (part: Buffer) => wrong?.push(part.toString()));
  await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  const text = out?.join("") ?? "";
  if (text === "") throw new Error(`${command} printed nothing: ${wrong?.join("").slice(-2_000)}`);
  return text;
}

/** scim2-tester: each attribute added, replaced, removed and asked for, and what describes the server. */
export async function judgedByTester({
  baseUrl,
  token,
  domain,
}: TestedDirectory): Promise<Judgement> {
  const script = pathOf("scim-tester.py");
  const text = await outputOf("python", [script, baseUrl, domain], { SCIM_TOKEN: token });
  const found = JSON.parse(text) as { status: string; title: string; reason: string | null }[];
  return {
    passed: found.filter(({ status }) => status === "SUCCESS").length,
    complaints: found
      .filter(({ status }) => status !== "SUCCESS" && status !== "SKIPPED")
      .map(({ title, reason }) => ({ check: title, reason: reason ?? "" })),
  };
}

/** scim-sanity, as strict as it can be: the life of a person and of a group, searches, errors. */
export async function judgedBySanity({
  baseUrl,
  token,
  domain,
}: TestedDirectory): Promise<Judgement> {
  const email = { value: `somebody@${domain}`, type: "work", primary: true };
  const text = await outputOf(
    "scim-sanity",
    [
      ...["probe", baseUrl, "--token", token, "--i-accept-side-effects", "--json-output"],
      ...["--extra-user-fields", JSON.stringify({ emails: [email] })],
    ],
    {},
  );
  const { results } = JSON.parse(text) as {
    results: { name: string; status: string; message?: string; errors?: string[] }[];
  };
  return {
    passed: results.filter(({ status }) => status === "pass").length,
    complaints: results
      .filter(({ status }) => status !== "pass" && status !== "skip")
      .map(({ name, message = "", errors = [] }) => ({
        check: name,
        reason: [message, ...errors].filter((part) => part !== "").join("; "),
      })),
  };
}

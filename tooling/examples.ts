import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allEndpoints as karteEndpoints } from "@sekimori/karte-contract/endpoints";
import { tokenScopeOf } from "@sekimori/karte-contract/endpoints/declare";
import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import type { KeptCall } from "@sekimori/kit-development/testing/keep-answer";
import type { RecordedExamples } from "@sekimori/kit-server/reference/recorded-example";
import { allEndpoints as portalEndpoints } from "@sekimori/portal-contract/endpoints";
import { chooseExample, wordsOf } from "./choose-example.ts";
import { withStableSamples } from "./stable-samples.ts";

// `npm run examples` runs the servers' tests, keeps what they answered, and writes of each call the
// answer that shows most into the examples of the references. `npm run examples -- FOLDER` takes what
// an earlier run with SEKIMORI_EXAMPLES=FOLDER kept. A call that no test of the run made keeps the
// example that it had, while that fits.

const root = fileURLToPath(new URL("..", import.meta.url));

const references = [
  {
    port: "3000",
    endpoints: portalEndpoints as readonly AnyEndpoint[],
    file: `${root}portal/server/features/reference/generated/recorded-examples.ts`,
  },
  {
    port: "3001",
    endpoints: (karteEndpoints as readonly AnyEndpoint[]).filter(
      (endpoint) => tokenScopeOf(endpoint as never) !== undefined,
    ),
    file: `${root}karte/server/features/tokens/generated/recorded-examples.ts`,
  },
];

/** Of long lists, the first entries are enough to read. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shortened);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}

/** Whole files of exports show nothing that a short one does not. */
const longestRead = 100_000;

const sampledCall = ({ body, answer, at }: KeptCall) =>
  withStableSamples({ request: body ?? null, answer }, new Date(at));

/** An example that still fits its contract; undefined for a call that has lost that by its samples. */
function exampleOf({ body, response }: AnyEndpoint, sampled: ReturnType<typeof sampledCall>) {
  const answers = [shortened(sampled.answer), sampled.answer];
  const answer = answers.find((one) => response.safeParse(one).success);
  if (answer === undefined) return undefined;
  if (body === undefined) return { answer };
  if (!body.safeParse(sampled.request ?? {}).success) return undefined;
  return { request: sampled.request ?? {}, answer };
}

function readCalls(folder: string, port: string): KeptCall[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${port}-`))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"))
    .filter((line) => line.length <= longestRead)
    .map((line) => JSON.parse(line) as KeptCall);
}

async function earlier(file: string): Promise<RecordedExamples> {
  try {
    return ((await import(file)) as { recordedExamples: RecordedExamples }).recordedExamples;
  } catch {
    return {};
  }
}

const [given] = process.argv.slice(2);
const folder = given ?? `${root}.cache/examples`;
if (given === undefined) {
  rmSync(folder, { recursive: true, force: true });
  execFileSync("vitest", ["run", "--project", "server", "portal/server", "karte/server"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SEKIMORI_EXAMPLES: folder },
  });
}
for (const { port, endpoints, file } of references) {
  const known = await earlier(file);
  const calls = readCalls(folder, port).map((kept) => ({
    name: kept.name,
    sampled: sampledCall(kept),
  }));
  const said = wordsOf(calls);
  const examples = Object.fromEntries(
    endpoints.flatMap((endpoint) => {
      const { name, response } = endpoint;
      const before = known[name];
      const stillFits = response.safeParse(before?.answer).success;
      const found = calls
        .filter((call) => call.name === name)
        .flatMap(({ sampled }) => exampleOf(endpoint, sampled) ?? []);
      const example = chooseExample(found, stillFits ? before : undefined, said);
      return example === undefined ? [] : [[name, example] as const];
    }),
  );
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(
    file,
    `// Written by \`npm run examples\` from what the tests were answered.
import type { RecordedExamples } from "@sekimori/kit-server/reference/recorded-example";

export const recordedExamples: RecordedExamples = ${JSON.stringify(examples, undefined, 2)};
`,
  );
  const lacking = endpoints.filter(({ name }) => examples[name] === undefined);
  console.log(`${file.slice(root.length)}: ${Object.keys(examples).length} of ${endpoints.length}`);
  for (const { name } of lacking) console.log(`  none of ${name}`);
}

// `npm run schemathesis`: generated requests for each call of the OpenAPI documents of the portal, of
// karte and of the customer API, by a tool that others wrote (Python's schemathesis), as a stranger,
// as a member and with a token. It looks for server errors and for answers that the document does not
// have. Where the package cannot be had, this says so and ends. `--of portal` (karte, customer-api)
// takes one of them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import pg from "pg";
import { Person } from "../faults/support/person.ts";
import { runProduct } from "../support/running-product.ts";
import { writeKarteDocument } from "./karte-document.ts";
import { enterKarte, newToken } from "./karte-people.ts";
import { headersOf, installTool, type Trial, tryDocument } from "./tool.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    examples: { type: "string", default: "30" },
    only: { type: "string" },
    of: { type: "string" },
  },
});

if (!installTool()) {
  console.log("skipped: schemathesis (Python's packages cannot be had here)");
  process.exit(0);
}

/** What would end the member's session or account is tried by strangers only. */
const endingAtPortal =
  "/(sign-out|withdraw|end-others|sign-in|reauthenticate|change-password|report)";
const endingAtKarte = "/(session/end|workspace/close|workspace/leave|workspaces/reopen)";
/** An answer that never ends. */
const stream = "/events$";

// Made-up webhooks and domains are never called or looked at: there is no network but the machine's own.
if (process.env.SEKIMORI_NO_NETWORK === undefined) {
  const again = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const { status, error } = spawnSync(
    "unshare",
    ["--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...again],
    { stdio: "inherit", env: { ...process.env, SEKIMORI_NO_NETWORK: "1" } },
  );
  if (error === undefined && status !== null) process.exit(status);
  console.log("skipped: schemathesis (a namespace without a network cannot be made here)");
  process.exit(0);
}

const product = await runProduct(
  { LIMIT_FACTOR: "100000", SIGN_INS_PER_NETWORK: "1000000" },
  { withCompany: true },
);
const folder = mkdtempSync(join(tmpdir(), "sekimori-schemathesis-"));
const karteUrl = new URL(product.databaseUrl);
karteUrl.pathname += "_karte";
const karteDatabase = new pg.Pool({ connectionString: karteUrl.href, max: 1 });
// Karte's limits would refuse nearly all of it.
const lifting = setInterval(() => {
  karteDatabase.query("delete from kit.rate_limit").catch(() => undefined);
}, 200);

async function trials(): Promise<Trial[]> {
  const portal = { document: `${product.portalOrigin}/v1/docs/json`, origin: product.portalOrigin };
  const file = join(folder, "karte.json");
  await writeKarteDocument(file, product.karteOrigin);
  const karte = { document: file, origin: product.karteOrigin };

  const stranger = new Person(portal.origin);
  await stranger.send({ url: "/v1/site" });
  const strangerAtKarte = new Person(karte.origin);
  await strangerAtKarte.send({ url: "/v1/site" });
  const member = new Person(portal.origin);
  await member.send({ url: "/v1/site" });
  await member.call(signIn, {
    body: { email: "demo@sekimori.example", password: "Sekimori-2026" },
  });
  const person = await enterKarte(member, karte.origin);
  const token = await newToken(person);
  return [
    { name: "portal, as a stranger", ...portal, headers: headersOf(stranger) },
    { name: "portal, as a member", ...portal, headers: headersOf(member), except: endingAtPortal },
    { name: "karte, as a stranger", ...karte, headers: headersOf(strangerAtKarte), except: stream },
    {
      name: "karte, as a member",
      ...karte,
      headers: headersOf(person),
      except: `${endingAtKarte}|${stream}`,
    },
    {
      name: "customer-api, with a token",
      document: `${product.karteOrigin}/v1/docs/json`,
      origin: product.karteOrigin,
      headers: { authorization: `Bearer ${token}` },
    },
  ];
}

const { seed, examples, only } = values;
let isSound = true;
try {
  for (const trial of await trials()) {
    if (values.of !== undefined && !trial.name.startsWith(values.of)) continue;
    isSound = (await tryDocument(trial, { seed, examples, only })) && isSound;
  }
} finally {
  clearInterval(lifting);
  await karteDatabase.end();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isSound ? 0 : 1;

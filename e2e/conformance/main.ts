// `npm run conformance -- --suite https://localhost:8443`: runs the OpenID Foundation's plans of
// a suite that is already running there (in its development mode) against this product, which is
// started for it behind TLS. Prints each module's result. What comes out are results, and never a
// certification. `--plan TEXT` and `--module EXPRESSION` choose some of them.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { chromium } from "playwright-core";
import { runProduct } from "../support/running-product.ts";
import { startTlsFront } from "../support/tls-front.ts";
import { driveModule } from "./drive-module.ts";
import { plans } from "./plans.ts";
import { openSuite } from "./suite.ts";

const { values } = parseArgs({
  options: { suite: { type: "string" }, plan: { type: "string" }, module: { type: "string" } },
});
if (values.suite === undefined) {
  console.error("Say where the suite is: npm run conformance -- --suite https://localhost:8443");
  process.exit(2);
}

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const suite = await openSuite(new URL(values.suite).origin);
const folder = mkdtempSync(join(tmpdir(), "sekimori-conformance-"));
const certificateFile = join(folder, "suite.pem");
writeFileSync(certificateFile, suite.certificate);

const [portalPort, tlsPort] = [await freePort(), await freePort()];
const portalOrigin = `https://localhost:${tlsPort}`;
const front = await startTlsFront(tlsPort, portalPort);
const product = await runProduct(
  {
    NODE_EXTRA_CA_CERTS: certificateFile,
    OUTBOUND_LOOPBACK: suite.origin,
    LIMIT_FACTOR: "1000",
  },
  { more: [`--portal-port=${portalPort}`, `--portal-origin=${portalOrigin}`] },
);

/** Registers an application of a plan as an operator does; its addresses bear the plan's alias. */
async function register(alias: string, name: string, ...more: string[]) {
  const id = `${alias}-${name}`;
  const at = (path: string) => `${suite.origin}/test/a/${alias}/${path}`;
  const { stdout } = await promisify(execFile)(
    pathOf("../../node_modules/.bin/node"),
    [
      ...[pathOf("../../cli/main.ts"), "operator", "clients", "add", "--json"],
      ...["--id", id, "--name", `Conformance (${id})`, "--optional-pkce"],
      ...["--redirect-uri", at("callback")],
      ...["--post-logout-redirect-uri", at("post_logout_redirect")],
      ...(more.includes("--back-channel") ? backChannelTo(at("backchannel_logout")) : []),
      ...more.filter((option) => option !== "--back-channel"),
    ],
    { env: { PATH: process.env.PATH ?? "", DATABASE_URL: product.databaseUrl } },
  );
  const { client_secret } = JSON.parse(stdout) as { client_secret: string };
  return { client_id: id, client_secret };
}

const backChannelTo = (address: string) => [
  ...["--back-channel-logout-uri", address],
  "--allow-private-addresses",
];

/** What a plan is told of the portal and of its clients. Only one plan wants to be called back. */
async function configurationOf(name: string) {
  const alias = `sekimori-${name.split("-").slice(1, 3).join("-")}`;
  const isTold = name.includes("backchannel");
  return {
    alias,
    description: "Sekimori",
    server: { discoveryUrl: `${portalOrigin}/v1/idp/oidc/.well-known/openid-configuration` },
    client: await register(alias, "first", ...(isTold ? ["--back-channel"] : [])),
    client2: await register(alias, "second"),
    client_secret_post: await register(alias, "post", "--secret-in", "post"),
  };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const counts = new Map<string, number>();
try {
  console.log(`Conformance suite ${await suite.version()}; results, not a certification.`);
  for (const { name, variant } of plans) {
    if (values.plan !== undefined && !name.includes(values.plan)) continue;
    const plan = await suite.createPlan(name, variant, await configurationOf(name));
    console.log(`\n${name}`);
    for (const module of plan.modules) {
      if (values.module !== undefined && !new RegExp(values.module).test(module.testModule))
        continue;
      const id = await suite.createModule(plan.id, module);
      const { outcome, remarks } = await driveModule(suite, browser, portalOrigin, {
        id,
        name: `${name.split("-").slice(1, 3).join("-")}-${module.testModule}`,
      });
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      console.log(`  ${outcome.padEnd(8)} ${module.testModule}`);
      for (const remark of remarks) console.log(`           ${remark}`);
    }
  }
} finally {
  await browser.close();
  await product.stop();
  front.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ")}`);
const isSound = [...counts.keys()].every((one) =>
  ["PASSED", "WARNING", "REVIEW", "SKIPPED"].includes(one),
);
process.exitCode = isSound && counts.size > 0 ? 0 : 1;

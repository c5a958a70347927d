import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

/** What somebody in a hurry might write, and the rule that must refuse it. */
const planted: readonly (readonly [what: string, file: string, source: string, rule: string])[] = [
  [
    "an adapter imported beside the composition root",
    "portal/server/portal-planted.ts",
    'export { sandboxPaymentGateway } from "./adapters/sandbox-payment.ts";',
    "only-composition-roots-import-adapters",
  ],
  [
    "a server that brings a database of its own",
    "karte/server/features/runs/planted-database.ts",
    'export { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";',
    "no-server-carries-what-is-for-development",
  ],
  [
    "another feature's repository",
    "portal/server/features/notice/planted.ts",
    'export { findPresentCard } from "../payment/card-attempt-repository.ts";',
    "portal-feature-without-edges",
  ],
  [
    "a feature that is not in the list of edges",
    "portal/server/features/purge/planted.ts",
    'export { cardOfFlow } from "../sign-up/flow-card.ts";',
    "portal-feature-purge",
  ],
  [
    "an edge of karte's that is not in the list",
    "karte/server/features/runs/planted.ts",
    'export { nextRunAt } from "../schedules/schedule.ts";',
    "karte-feature-runs",
  ],
  [
    "a feature of karte's that all may ask and that asks one above it",
    "karte/server/features/activity/planted.ts",
    'export { sessionView } from "../session/session-service.ts";',
    "karte-feature-activity",
  ],
  [
    "a folder of the sandbox that builds on the one that puts all together",
    "sandbox/payment/planted.ts",
    'export { CompanyLoop } from "../server/company-loop.ts";',
    "sandbox-folder-payment",
  ],
  [
    "a room of the sandbox's payment company that what all rooms share builds on",
    "sandbox/payment/planted-room.ts",
    'export { deliverDue } from "./webhooks/deliveries.ts";',
    "sandbox-folder-payment",
  ],
  [
    "a transaction in a route",
    "karte/server/features/proof/planted-routes.ts",
    'export { inScope } from "../../database/scope.ts";',
    "routes-hold-no-sql",
  ],
  [
    "a room of a feature that builds on the one above it",
    "portal/server/features/openid/storage/planted.ts",
    'export { readKeys } from "../provider/signing-keys.ts";',
    "openid-room-storage",
  ],
  [
    "a relative path into another package",
    "portal/server/features/profile/planted.ts",
    'export { systemClock } from "../../../../kit/server/clock/clock.ts";',
    "packages-by-their-names",
  ],
  [
    "a relative path into another package, from a test",
    "e2e/planted.e2e.ts",
    'export { createPortal } from "../portal/server/portal.ts";',
    "packages-by-their-names",
  ],
  [
    "a server's library in the browser",
    "portal/web/app/planted.ts",
    'import Fastify from "fastify";\nexport const app = Fastify();',
    "only-what-the-package-declares",
  ],
  [
    "the server in the browser",
    "portal/web/features/payment/planted.ts",
    'export { createPortal } from "@sekimori/portal-server/portal";',
    "web-imports",
  ],
  [
    "the application in the kit",
    "kit/server/clock/planted.ts",
    'export { portalErrors } from "@sekimori/portal-contract/errors";',
    "kit-server-imports",
  ],
  [
    "one application in another",
    "karte/contract/planted.ts",
    'export { portalErrors } from "@sekimori/portal-contract/errors";',
    "applications-are-strangers",
  ],
  [
    "the portal's services in the console, which gets them through its ports",
    "console/server/features/members/planted.ts",
    'export { createOperator } from "@sekimori/portal-server/operator";',
    "applications-are-strangers",
  ],
  [
    "the sandbox in the product",
    "portal/server/features/payment/planted.ts",
    'export { testCards } from "@sekimori/sandbox/test-cards";',
    "no-product-code-imports-the-sandbox",
  ],
  [
    "one page's folder in another's",
    "portal/web/features/sign-in/planted.ts",
    'export { MyPage } from "../my-page/my-page.tsx";',
    "features-do-not-import-each-other-in-the-browser",
  ],
  [
    "a check that knows the scan it is part of",
    "diagnosis/checks/planted.ts",
    'export { diagnose } from "../scan/diagnose.ts";',
    "diagnosis-folder-checks",
  ],
  [
    "a type of the scan among what findings are made of",
    "diagnosis/engine/planted.ts",
    'export type { HostScore } from "../score/host-score.ts";',
    "diagnosis-folder-engine",
  ],
  [
    "a page in what pages share",
    "karte/web/app/shell/planted.ts",
    'export const page = () => import("../../features/overview/overview-page.tsx");',
    "only-the-route-table-knows-pages",
  ],
  [
    "a dialog in what it is built on",
    "portal/web/app/sentences/planted.ts",
    'export { useStepUp } from "../step-up/use-step-up.tsx";',
    "portal-shared-by-pages-4",
  ],
  [
    "a page's frame in the words of karte",
    "karte/web/app/words/planted.ts",
    'export { AppLayout } from "../shell/app-layout.tsx";',
    "karte-shared-by-pages-4",
  ],
  [
    "a form in an icon",
    "kit/web/icons/planted.ts",
    'export { useFields } from "../form/fields.ts";',
    "kit-web-layer-1",
  ],
  [
    "a page's frame in the router",
    "kit/web/routing/planted.ts",
    'export { AppRoot } from "../shell/app-root.tsx";',
    "kit-web-layer-6",
  ],
  [
    "the file system in a contract",
    "portal/contract/planted.ts",
    'export { readFileSync } from "node:fs";',
    "no-node-in-the-browser",
  ],
  [
    "a circle of types alone",
    "kit/server/health/planted.ts",
    'import type { Other } from "./planted-other.ts";\nexport interface Planted { other: Other }',
    "no-circular",
  ],
];

const beside = {
  "kit/server/health/planted-other.ts":
    'import type { Planted } from "./planted.ts";\nexport interface Other { planted: Planted }',
  "kit/server/health/planted-promise.ts":
    "async function later(): Promise<void> {}\nexport function now(): void {\n  later();\n}",
};

const root = fileURLToPath(new URL("../..", import.meta.url));
const commands = `${root}node_modules/.bin`;
const copy = mkdtempSync(join(tmpdir(), "sekimori-planted-"));
let violations: { from: string; to: string; rule: { name: string } }[] = [];

/** The sources, with the real dependencies and with our own packages at their copies. */
function copySources(): void {
  const { stdout } = spawnSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.mjs", "*.json"],
    { cwd: root, encoding: "utf8" },
  );
  for (const file of stdout.split("\n").filter(Boolean)) {
    if (file.startsWith("docs/")) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { force: true });
  }
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "@sekimori"), { recursive: true });
  for (const name of readdirSync(`${root}node_modules`)) {
    if (name !== "@sekimori") symlinkSync(`${root}node_modules/${name}`, join(modules, name));
  }
  const { workspaces } = z
    .object({ workspaces: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(`${root}package.json`, "utf8")));
  for (const folder of workspaces) {
    const { name } = z
      .object({ name: z.string() })
      .parse(JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8")));
    symlinkSync(join(copy, folder), join(modules, name));
    const own = `${root}${folder}/node_modules`;
    if (existsSync(own)) symlinkSync(own, join(copy, folder, "node_modules"));
  }
}

beforeAll(() => {
  copySources();
  const files = [
    ...planted.map(([, file, source]) => [file, source] as const),
    ...Object.entries(beside),
  ];
  for (const [file, source] of files) writeFileSync(join(copy, file), `${source}\n`);
  const { stdout } = spawnSync(
    `${commands}/depcruise`,
    [
      "--config",
      ".dependency-cruiser.mjs",
      "--output-type",
      "json",
      ...planted.map(([, file]) => file),
    ],
    { cwd: copy, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  ({ violations } = z
    .object({
      summary: z.object({
        violations: z.array(
          z.looseObject({
            from: z.string(),
            to: z.string(),
            rule: z.looseObject({ name: z.string() }),
          }),
        ),
      }),
    })
    .parse(JSON.parse(stdout)).summary);
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }), 120_000);

describe("the rules refuse", () => {
  test.each(planted)("%s", (_what, file, _source, rule) => {
    // A circle is reported at one of its members.
    const refused = violations
      .filter(({ from, to }) => from === file || to === file)
      .map((violation) => violation.rule.name);
    expect(refused).toContain(rule);
  });

  test("nothing that was not planted", () => {
    const files = new Set<string>([...planted.map(([, file]) => file), ...Object.keys(beside)]);
    expect(violations.filter(({ from }) => !files.has(from))).toEqual([]);
  });

  test("a promise left alone", () => {
    const { stdout, status } = spawnSync(
      `${commands}/oxlint`,
      ["--type-aware", "--quiet", "kit/server/health/planted-promise.ts"],
      { cwd: copy, encoding: "utf8" },
    );
    expect(status).toBe(1);
    expect(stdout).toContain("no-floating-promises");
    // The rule reads the types of the whole program first.
  }, 120_000);
});

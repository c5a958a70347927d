import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rr } from "../fixtures/dns/zone.ts";
import { SOUND_HEADERS, site } from "../fixtures/http/site.ts";
import { fixtureAuthority } from "../fixtures/pki/fixture-authority.ts";
import { startTlsServer } from "../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../fixtures/world.ts";
import { assetSchema, findingSchema, scanResultSchema } from "../schema/scan-events.ts";
import { EXIT, runDiagnose } from "./main.ts";

let world: World;
let folder: string;
let fixtures: string;

beforeAll(async () => {
  const html = `<title>"><script>alert(1)</script></title>`;
  // A server that tries to write into the report.
  const headers = { ...SOUND_HEADERS, server: "<img src=x onerror=alert(1)>/1.0" };
  const pages = site({ headers, html });
  const { root } = await fixtureAuthority();
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [{ name: "cli.test", records: (at) => [rr("cli.test", "A", at("web"))] }],
    machines: {
      web: { ports: { 443: (listen) => startTlsServer("cli.test", { pages }, listen) } },
    },
  });
  folder = mkdtempSync(join(tmpdir(), "diagnosis-"));
  fixtures = join(folder, "fixtures.json");
  writeFileSync(fixtures, JSON.stringify(world.network));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.stop();
});

async function run(...argv: string[]) {
  let stdout = "";
  let stderr = "";
  const code = await runDiagnose(argv, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    interactive: false,
  });
  return { code, stdout, stderr };
}

const scan = (...more: string[]) =>
  run("cli.test", "--fixtures", fixtures, "--i-am-authorised", "--no-words", ...more);

describe("sekimori diagnose", () => {
  it("explains itself", async () => {
    expect(await run("--help")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Usage"),
    });
    expect(await run()).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining("Usage"),
    });
  });

  it.each([["--format", "xml"], ["--unknown"], ["--token", "short"]])(
    "refuses %s %s",
    async (...argv) => {
      const { code, stderr } = await run("cli.test", ...argv);
      expect(code).toBe(EXIT.usage);
      expect(stderr).not.toBe("");
    },
  );

  it("sends nothing without proof or a statement of authority", async () => {
    const { code, stderr } = await run("cli.test", "--fixtures", fixtures);
    expect(code).toBe(EXIT.refused);
    expect(stderr).toContain("--i-am-authorised");
  });

  it("refuses special names and addresses without an allow-list", async () => {
    for (const target of ["127.0.0.1", "localhost", "cli.test", "co.jp"])
      expect((await run(target, "--i-am-authorised")).code).toBe(EXIT.refused);
  });

  it("refuses a token that is not published", async () => {
    const argv = ["cli.test", "--fixtures", fixtures, "--token", "0123456789abcdef"];
    expect((await run(...argv)).code).toBe(EXIT.refused);
  });

  it("prints a table in either language", async () => {
    const [ja, en] = [await scan(), await scan("--language", "en")];
    expect(ja.stdout).toContain("評点");
    expect(en.stdout).toContain("Score");
    expect(en.stdout).toMatch(/^cli\.test {2}Score/);
  });

  it("writes JSON that follows the schema", async () => {
    const { result, findings, assets } = JSON.parse((await scan("--format", "json")).stdout);
    expect(scanResultSchema.parse(result).target).toBe("cli.test");
    expect(findingSchema.array().parse(findings).length).toBeGreaterThan(0);
    expect(assetSchema.array().parse(assets).length).toBeGreaterThan(0);
  });

  it("writes SARIF with a rule for every result", async () => {
    const log = JSON.parse((await scan("--format", "sarif")).stdout);
    const [only] = log.runs;
    const rules = new Set(only.tool.driver.rules.map((rule: { id: string }) => rule.id));
    expect(log.version).toBe("2.1.0");
    expect(only.results.length).toBeGreaterThan(0);
    for (const { ruleId, level, kind } of only.results) {
      expect(rules).toContain(ruleId);
      expect(level === "none").toBe(kind !== "fail");
    }
  });

  it("writes one HTML file in both languages that runs nothing a server said", async () => {
    const output = join(folder, "report.html");
    const { stdout } = await scan("--format", "html", "--output", output);
    const page = readFileSync(output, "utf8");
    expect(stdout).toBe("");
    expect(page).toContain('lang="ja"');
    expect(page).toContain('lang="en"');
    expect(page).not.toMatch(/<script|<img|<link|@import|url\(/i);
    expect(page).toContain("default-src &#39;none&#39;");
  });

  it("answers with an exit code by the lowest grade", async () => {
    const { hosts } = JSON.parse((await scan("--format", "json")).stdout).result;
    const grade: string | null = hosts[0].grade;
    if (grade === null) expect((await scan()).code).toBe(EXIT.noGrade);
    else {
      expect((await scan("--minimum-grade", grade)).code).toBe(EXIT.good);
      expect((await scan("--minimum-grade", "A")).code).toBe(
        grade > "A" ? EXIT.belowGrade : EXIT.good,
      );
    }
  });
});

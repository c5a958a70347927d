import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allChecks } from "../checks/registry.ts";
import { costOf, workOf } from "../engine/cost.ts";
import { dataSetWord } from "../engine/words.ts";
import { rr } from "../fixtures/dns/zone.ts";
import { fixtureAuthority } from "../fixtures/pki/fixture-authority.ts";
import { SOUND_HEADERS, site } from "../fixtures/site.ts";
import { startTlsServer } from "../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../fixtures/world.ts";
import { assetSchema, findingSchema, scanResultSchema } from "../schema/scan-events.ts";
import { runData } from "./data-command.ts";
import { EXIT } from "./exit-codes.ts";
import { runDiagnose } from "./main.ts";

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
    zones: [
      {
        name: "cli.test",
        records: (at) => [rr("cli.test", "A", at("web")), rr("www.cli.test", "A", at("web"))],
      },
    ],
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

/** `sekimori data`, and everything that it said. */
function importing(...argv: string[]) {
  let text = "";
  const say = (more: string) => {
    text += more;
  };
  return { code: runData(argv, { stdout: say, stderr: say }), text };
}

async function run(...argv: string[]) {
  let stdout = "";
  let stderr = "";
  const code = await runDiagnose(argv, {
    version: "4.5.6",
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
  it("asks for a target", async () => {
    expect(await run()).toMatchObject({
      code: EXIT.usage,
      stderr: "診断するドメインを指定してください。\n",
    });
  });

  it("explains itself in either language", async () => {
    const [ja, en] = [(await run("--help")).stdout, (await run("--help", "-l", "en")).stdout];
    const flags = (text: string) => text.match(/--[a-z][a-z-]+/g)?.sort();
    expect(new Set(flags(ja))).toEqual(new Set(flags(en)));
    expect(ja).toMatch(/^使い方: /);
    expect(en).toMatch(/^Usage: /);
    expect(en).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    // What commander itself would say in English.
    expect(ja).not.toMatch(/Usage|Options|Arguments|choices|default|print/);
    const described = ja.split("\n").filter((line) => line.startsWith("  -"));
    expect(described.length).toBeGreaterThan(25);
    for (const line of described) expect(line).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  });

  it("lists every check with what it costs", async () => {
    const { code, stdout } = await run("--list-checks");
    expect(code).toBe(EXIT.good);
    for (const { id, title } of allChecks) {
      const { requests, connections, questions } = costOf(id);
      const row = stdout.split("\n").find((line) => line.startsWith(`${id} `));
      expect(row?.split(/ +/).slice(2, 5).map(Number)).toEqual([requests, connections, questions]);
      expect(row).toContain(title.ja);
    }
    const mail = await run("--list-checks", "--only", "mail", "-l", "en");
    expect(mail.stdout).not.toContain("dns-ns");
    expect(mail.stdout).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  });

  it.each([
    ["cli.test/some/path?x#y"],
    ["cli.test:8443"],
    ["https://user@cli.test:443/"],
    ["HTTPS://CLI.test"],
  ])("takes the host of %s", async (text) => {
    const more = ["--fixtures", fixtures, "--i-am-authorised", "--no-discovery", "-f", "json"];
    const { stdout } = await run(text, "--only", "dns-caa", ...more);
    expect(JSON.parse(stdout).result.target).toBe("cli.test");
  });

  it.each([
    ["--format", "xml"],
    ["--unknown"],
    ["--token", "short"],
    ["--only", "no-such-check"],
    ["--timeout", "soon"],
    ["--fail-on", "anything"],
    ["--targets", "/nowhere/targets.txt"],
    ["--i-am-authorised", "--fixtures", "/nowhere/fixtures.json"],
    ["--i-am-authorised", "--only", "dns", "--skip", "dns"],
  ])("refuses %s %s", async (...argv) => {
    const { code, stderr } = await run("cli.test", ...argv);
    expect(code).toBe(EXIT.usage);
    expect(stderr).not.toBe("");
  });

  it.each([
    [
      ["--format", "xml"],
      "オプション-f, --format <form>に「xml」は指定できません。指定できる値：table,",
    ],
    [["--unknown"], "--unknownというオプションはありません。"],
    [["--timeot", "5"], "--timeotというオプションはありません。--timeoutのことですか。"],
    [["--output"], "オプション-o, --output <file>に値を指定してください。"],
    [["--token", "short"], "トークンは16文字以上です。"],
    [["--only", "no-such"], "no-suchという項目や分野はありません。"],
    [["--timeout", "0"], "0より大きい秒数を指定してください。"],
    [["--contact", "nobody"], "URLではありません。"],
    [["--resolver", "resolver"], "IPアドレス（またはIPアドレス:ポート）を指定してください。"],
    [["--proof", "dns,word"], "dnsという証明方法はありません。"],
    [["--targets", "/nowhere.txt"], "/nowhere.txtを読み込めません。"],
  ])("says what is wrong with %j in the chosen language", async (argv, expected) => {
    const [ja, en] = [await run(...argv), await run("--language", "en", ...argv)];
    expect(ja).toMatchObject({ code: EXIT.usage, stderr: expect.stringContaining(expected) });
    expect(ja.stderr).not.toMatch(/argument|invalid|unknown option|Allowed|mean/);
    expect(en.code).toBe(EXIT.usage);
    expect(en.stderr).toMatch(/^[\x20-\x7e\n]+$/);
    expect(await run(...argv, "-len")).toEqual(argv.at(-1) === "--output" ? expect.anything() : en);
  });

  it.each([["--fixtures"], ["--data"], ["--zone-file"]])(
    "says which file of %s it cannot read",
    async (option) => {
      const more = option === "--fixtures" ? [] : ["--fixtures", fixtures];
      const argv = ["cli.test", "--i-am-authorised", ...more, option, "/nowhere.json"];
      const [ja, en] = [await run(...argv), await run(...argv, "-l", "en")];
      expect(ja).toMatchObject({ code: EXIT.usage, stdout: "" });
      expect(ja.stderr).toMatch(/^\/nowhere\.jsonを読み込めません。/);
      expect(en.stderr).toMatch(/^\/nowhere\.json cannot be read\./);
    },
  );

  it("prints its version", async () => {
    expect(await run("--version")).toMatchObject({ code: 0, stdout: "4.5.6\n" });
  });

  it("says in the chosen language that a domain does not exist", async () => {
    const argv = ["nothing.cli.test", "--fixtures", fixtures, "--i-am-authorised"];
    const [ja, en] = [await run(...argv), await run(...argv, "-l", "en")];
    expect(ja).toMatchObject({ code: EXIT.noSuchDomain, stdout: "" });
    expect(ja.stderr).toContain("存在しません");
    expect(en.stderr).toBe("nothing.cli.test does not exist. Is it spelt correctly?\n");
  });

  it("writes names as people do", async () => {
    const { stderr } = await run("例え.cli.test", "--fixtures", fixtures, "--i-am-authorised");
    expect(stderr).toContain("例え.cli.test");
    expect(stderr).not.toContain("xn--");
  });

  it("takes the host of a pasted URL, and every line of a list", async () => {
    const list = join(folder, "targets.txt");
    writeFileSync(list, "# ours\ncli.test\n\nhttps://cli.test:443/some/path?x  # the same\n");
    const more = ["--fixtures", fixtures, "--i-am-authorised", "--no-discovery", "-f", "json"];
    const { stdout } = await run("--targets", list, "--only", "http-hsts", ...more);
    expect(JSON.parse(stdout).result.target).toBe("cli.test");
  });

  it("runs under a number that no list of users has, as containers do", async ({ skip }) => {
    const nameless = ["--user", "--map-user=54321", "--map-group=54321"];
    if (spawnSync("unshare", [...nameless, "true"]).status !== 0)
      return skip("no user can be mapped to a number here (unshare)");
    const program = `
      import { userInfo } from "node:os";
      import { runDiagnose } from ${JSON.stringify(new URL("main.ts", import.meta.url).href)};
      let name = "";
      try { name = userInfo().username; } catch {}
      const [stdout, stderr] = [process.stdout, process.stderr].map((to) => (text) => to.write(text));
      const code = await runDiagnose(process.argv.slice(1), { version: "", stdout, stderr, interactive: false });
      stderr(JSON.stringify({ name, code }));
    `;
    const node = [process.execPath, "--input-type=module", "--eval", program];
    const scanned = ["cli.test", "--fixtures", fixtures, "--i-am-authorised", "--no-discovery"];
    const asked = [...scanned, "--only", "dns-caa", "--minimum-grade", "E", "-f", "json"];
    const said = await promisify(execFile)("unshare", [...nameless, ...node, "--", ...asked]);
    expect(JSON.parse(said.stderr)).toEqual({ name: "", code: EXIT.good });
    expect(JSON.parse(said.stdout).result.target).toBe("cli.test");
  });

  it("runs only the chosen checks", async () => {
    const checks = async (...argv: string[]) => {
      const { findings } = JSON.parse((await scan("-f", "json", "--no-discovery", ...argv)).stdout);
      return new Set(findings.map(({ check }: { check: string }) => check));
    };
    expect(await checks("--only", "http-hsts,dns-caa")).toEqual(new Set(["http-hsts", "dns-caa"]));
    const dns = await checks("--only", "dns", "--skip", "dns-caa,dns-dnssec");
    expect([...dns].filter((check) => !/^(?:dns|net)-/.test(String(check)))).toEqual([]);
    expect(dns).not.toContain("dns-caa");
  });

  it("fails for a finding of a severity", async () => {
    const spoof = ["--only", "mail-spoof", "--minimum-grade", "E", "--no-discovery"];
    expect((await scan(...spoof)).code).toBe(EXIT.good);
    expect((await scan(...spoof, "--fail-on", "critical")).code).toBe(EXIT.good);
    expect((await scan(...spoof, "--fail-on", "high")).code).toBe(EXIT.belowGrade);
    expect((await scan(...spoof, "--fail-on", "low")).code).toBe(EXIT.belowGrade);
  });

  it("says neither score nor grade of a part", async () => {
    const part = ["--only", "mail-spoof", "--no-discovery"];
    const { code, stdout } = await scan(...part, "-l", "en");
    expect(code).toBe(EXIT.good);
    expect(stdout).toMatch(/^cli\.test\n/);
    expect(stdout).not.toMatch(/Score| {2}[A-E]$/m);
    const { result, findings } = JSON.parse((await scan(...part, "-f", "json")).stdout);
    expect(findings.length).toBeGreaterThan(0);
    expect(
      [result.organisation, ...result.hosts].map(({ score, grade }) => [score, grade]),
    ).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(scanResultSchema.parse(result).target).toBe("cli.test");
    expect((await scan(...part, "-f", "html")).stdout).not.toMatch(/class="grade|評点/);
  });

  it("fails for a finding whatever else stands in the list", async () => {
    const list = join(folder, "one-bad.txt");
    writeFileSync(list, "not a name\nno-such.cli.test\ncli.test\n");
    const more = ["--fixtures", fixtures, "--i-am-authorised", "--no-discovery", "-l", "en"];
    const asked = ["--targets", list, "--only", "mail-spoof", ...more];
    const { code, stderr } = await run(...asked, "--fail-on", "high");
    expect(code).toBe(EXIT.belowGrade);
    expect(stderr).toContain("not a name cannot be examined: name the host alone");
    expect((await run(...asked)).code).toBe(EXIT.refused);
  });

  it.each([
    ["192.0.2.1", "it is an IP address"],
    ["intranet", "it has no dot"],
    ["shop.internal", "kept out of the public DNS"],
    ["co.jp", "under which domains are registered"],
    ["shop.no-such-top", "no top-level domain"],
    ["shop-.jp", "each part between dots"],
    ["xn--a.jp", "IDNA"],
    ["a b.jp", "name the host alone"],
    [`${"a.".repeat(130)}jp`, "1 to 253"],
  ])("says which rule %s breaks", async (target, rule) => {
    const { code, stderr } = await run(target, "--i-am-authorised", "-l", "en");
    expect(code).toBe(EXIT.refused);
    expect(stderr).toContain(rule);
  });

  it("has a progress bar that goes with the time", async () => {
    const done = (seconds: number) =>
      allChecks
        .filter(({ id }) => workOf(id) <= seconds)
        .reduce((sum, { id }) => sum + workOf(id), 0);
    const whole = done(Number.POSITIVE_INFINITY);
    // What ends within two seconds is most of the checks, and little of the work.
    expect(allChecks.filter(({ id }) => workOf(id) <= 2).length).toBeGreaterThan(
      allChecks.length / 2,
    );
    expect(done(2) / whole).toBeLessThan(0.5);
    const seen: number[] = [];
    let last = "";
    const io = { version: "", stdout: () => undefined, interactive: true };
    await runDiagnose(["cli.test", "--fixtures", fixtures, "--i-am-authorised", "--no-discovery"], {
      ...io,
      stderr: (text) => {
        const [, now = "", total = ""] = /(\d+)\/(\d+)/.exec(text) ?? [];
        if (now !== "") seen.push(Number(now) / Number(total));
        last = text;
      },
    });
    expect(seen.at(-1)).toBe(1);
    expect(last).not.toMatch(/\d/);
  });

  it("stops after a timeout", async () => {
    expect((await scan("--timeout", "0.001")).code).toBe(EXIT.timeout);
  });

  it("tries the place of the report before it examines anything", async () => {
    const { code, stderr } = await scan("--output", join(folder, "no", "such", "folder.json"));
    expect(code).toBe(EXIT.cannotWrite);
    expect(stderr).toContain("folder.json");
  });

  it("refuses further hosts of somebody else", async () => {
    expect((await scan("--hosts", "www.example.com")).code).toBe(EXIT.refused);
  });

  it("examines several targets into one report or a folder", async () => {
    const more = ["--fixtures", fixtures, "--i-am-authorised", "--no-discovery", "--only", "http"];
    const two = ["cli.test", "www.cli.test", ...more];
    const list = JSON.parse((await run(...two, "-f", "json")).stdout);
    expect(list.map(({ result }: { result: { target: string } }) => result.target)).toEqual(
      two.slice(0, 2),
    );
    const oneFailed = JSON.parse(
      (await run("nowhere.test", "cli.test", ...more, "-f", "json")).stdout,
    );
    expect(oneFailed).toHaveLength(1);
    expect((await run(...two, "-f", "html")).code).toBe(EXIT.cannotWrite);
    await run(...two, "-f", "html", "-o", folder);
    expect(readFileSync(join(folder, "www.cli.test.html"), "utf8")).toContain("<!doctype html>");
  });

  it("writes JUnit with a failure for every objection", async () => {
    const { stdout } = await scan("--format", "junit", "--no-discovery");
    const { findings } = JSON.parse((await scan("--format", "json", "--no-discovery")).stdout);
    const states = findings.map(({ state }: { state: string }) => state);
    const objections = states.filter((state: string) => state === "fail" || state === "warn");
    expect(stdout.match(/<failure /g)).toHaveLength(objections.length);
    expect(stdout).toContain(`failures="${objections.length}"`);
    expect(stdout).not.toContain("<img");
  });

  it("writes CSV in which nothing a server said is a formula", async () => {
    const { stdout } = await scan("--format", "csv", "--no-discovery");
    const lines = stdout.slice(1).trimEnd().split("\r\n");
    expect(lines[0]).toContain('"target","host","address"');
    for (const line of lines) expect(line).not.toMatch(/(?:^|,)"[=+@-]/);
  });

  it("imports data that the next scan judges by", async () => {
    const into = join(folder, "data");
    const sample = new URL("../data/import/samples/nvd.json", import.meta.url).pathname;
    expect(importing("import", "nvd", sample, "--into", into)).toMatchObject({ code: EXIT.good });
    expect(importing("import", "kev", sample, "--into", into)).toMatchObject({ code: EXIT.usage });
    const { result } = JSON.parse(
      (await scan("-f", "json", "--only", "http", "--data", into)).stdout,
    );
    const sets: { source: string }[] = result.dataSets;
    expect(sets.some(({ source }) => source.includes("NVD (2026-11-20)"))).toBe(true);
  });

  describe("importing data in both languages", () => {
    const sample = (name: string) =>
      new URL(`../data/import/samples/${name}`, import.meta.url).pathname;
    const into = () => ["--into", join(folder, "languages")];

    it.each([
      [["import", "nvd", sample("nvd.json")], EXIT.good, "件をvulnerabilities.jsonに", "entries"],
      [["import", "kev", sample("nvd.json")], EXIT.usage, "kevの形式ではない", "format of kev"],
      [["import", "kev", sample("epss.csv")], EXIT.usage, "JSONとして", "cannot be read as JSON"],
      [["import", "epss", sample("kev.json")], EXIT.usage, "1行目", "score_date"],
      [["import", "osv", sample("kev.json")], EXIT.usage, "osvの形式ではない", "format of osv"],
      [["import", "nvd", "/nowhere/nvd.json"], EXIT.usage, "読み込めません", "cannot be read"],
      [["import", "cve", sample("nvd.json")], EXIT.usage, "指定できる値：nvd", "Allowed choices"],
      [["import", "nvd"], EXIT.usage, "引数filesを指定", "missing required argument"],
      [["export"], EXIT.usage, "というコマンドはありません", "unknown command"],
      [["import", "--help"], EXIT.good, "値：nvd、kev", "publisher's own format"],
      [["--help"], EXIT.good, "コマンド:", "judges versions"],
    ])("%j ends with %i", (argv, code, ja, en) => {
      const more = argv.includes("nvd") || argv.includes("kev") ? into() : [];
      const told = (language: string) => importing(...argv, ...more, "--language", language);
      const [japanese, english] = [told("ja"), told("en")];
      expect([japanese.code, english.code]).toEqual([code, code]);
      expect(japanese.text).toContain(ja);
      expect(english.text).toContain(en);
      expect(english.text).not.toMatch(/[ぁ-ん]/);
    });

    it("says where it cannot write", () => {
      const at = ["--into", join(fixtures, "inside-a-file")];
      const { code, text } = importing("import", "nvd", sample("nvd.json"), ...at);
      expect(code).toBe(EXIT.cannotWrite);
      expect(text).toContain("書き込めません");
    });
  });

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

  it("names every built-in data set and its source in Japanese too", async () => {
    const { result } = JSON.parse((await scan("-f", "json", "--only", "dns-caa")).stdout);
    for (const { name, source } of result.dataSets)
      for (const words of [name, source])
        expect(dataSetWord(words).ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
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
    // Grades by letter, colour and shape; no number that could not be told.
    expect(page).toMatch(/class="grade grade-[A-E]">[A-E]</);
    const looks = [..."ABCDE"].map((grade) => {
      const rule = new RegExp(`\\.grade-${grade} \\{ color: (.+?); (.+?) \\}`).exec(page);
      return { colour: rule?.[1], shape: rule?.[2] };
    });
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(5);
    expect(new Set(looks.map(({ shape }) => shape)).size).toBe(5);
    expect(page).not.toMatch(/NaN|undefined|>null</);
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

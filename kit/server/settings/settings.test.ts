import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  boolean,
  duration,
  integer,
  list,
  origin,
  parseSettings,
  Secret,
  SettingsError,
  secret,
  webAddress,
} from "./settings.ts";

const schema = z.object({
  portalOrigin: origin(),
  sessionLifetime: duration().prefault("8h"),
  secureMode: boolean().default(false),
  poolSize: integer({ min: 1, max: 50 }).optional(),
  trustedProxies: list().prefault(""),
  cookieKey: secret(z.string().min(8, "must have at least 8 characters")),
});

const good = { PORTAL_ORIGIN: "https://portal.example", COOKIE_KEY: "hush-hush-hush" };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseSettings(schema, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe("parseSettings", () => {
  test("reads each key from its variable and freezes the result", () => {
    const settings = parseSettings(schema, {
      ...good,
      POOL_SIZE: "12",
      SECURE_MODE: "Yes",
      TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      SESSION_LIFETIME: "",
    });
    expect(settings).toMatchObject({
      portalOrigin: "https://portal.example",
      sessionLifetime: 28_800_000,
      secureMode: true,
      poolSize: 12,
      trustedProxies: ["10.0.0.0/8", "::1"],
    });
    expect(settings.cookieKey.reveal()).toBe("hush-hush-hush");
    expect(Object.isFrozen(settings)).toBe(true);
  });

  test("names what may be misspelled where a setting is missed", () => {
    const { PORTAL_ORIGIN, ...rest } = good;
    expect(problemsOf({ ...rest, PORTAL_ORIGN: PORTAL_ORIGIN })).toEqual([
      "PORTAL_ORIGIN is required. PORTAL_ORIGN is set: is it misspelled?",
    ]);
  });

  test("has one sentence for each problem, and none shows a value", () => {
    const problems = problemsOf({ POOL_SIZE: "500", SECURE_MODE: "maybe", COOKIE_KEY: "tiny" });
    expect(problems).toEqual([
      "PORTAL_ORIGIN is required.",
      'SECURE_MODE must be "true" or "false".',
      "POOL_SIZE must be a whole number from 1 to 50.",
      "COOKIE_KEY must have at least 8 characters.",
    ]);
    expect(problems.join()).not.toContain("tiny");
  });
});

describe("a secret", () => {
  let folder: string | undefined;
  afterEach(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  test("is never shown", () => {
    const hidden = new Secret("hush");
    const shown = [String(hidden), JSON.stringify({ hidden }), inspect({ hidden }), `${hidden}`];
    expect(shown.join()).not.toContain("hush");
  });

  test("may come from a file, without its last line end", async () => {
    folder = await mkdtemp(join(tmpdir(), "settings-"));
    const path = join(folder, "key");
    await writeFile(path, "from-a-file\n");
    const env = { PORTAL_ORIGIN: good.PORTAL_ORIGIN, COOKIE_KEY_FILE: path };
    expect(parseSettings(schema, env).cookieKey.reveal()).toBe("from-a-file");
    expect(problemsOf({ ...env, COOKIE_KEY: "direct-too" })).toEqual([
      "COOKIE_KEY and COOKIE_KEY_FILE are both set; keep one of them.",
    ]);
  });

  test("says when its file cannot be read", () => {
    expect(problemsOf({ PORTAL_ORIGIN: good.PORTAL_ORIGIN, COOKIE_KEY_FILE: "/none" })).toEqual([
      "The file that COOKIE_KEY_FILE names cannot be read (ENOENT).",
    ]);
  });
});

describe("values", () => {
  test.each([
    ["500ms", 500],
    ["30s", 30_000],
    ["15m", 900_000],
    ["8h", 28_800_000],
    ["7d", 604_800_000],
  ])("%s is %i ms", (text, expected) => {
    expect(duration().parse(text)).toBe(expected);
  });

  test.each(["", "8", "8 h", "-8h", "1.5h", "8w"])("%j is no length of time", (text) => {
    expect(duration().safeParse(text).success).toBe(false);
  });

  test.each([
    ["https://portal.example", true],
    ["http://localhost:3000", true],
    ["https://portal.example/", false],
    ["https://portal.example:443", false],
    ["https://portal.example/path", false],
    ["portal.example", false],
    ["ftp://portal.example", false],
  ])("origin %s: %s", (text, isOrigin) => {
    expect(origin().safeParse(text).success).toBe(isOrigin);
  });

  test.each([
    ["https://company.example/contact", true],
    ["javascript:alert(1)", false],
    ["company.example", false],
  ])("web address %s: %s", (text, isAddress) => {
    expect(webAddress().safeParse(text).success).toBe(isAddress);
  });
});

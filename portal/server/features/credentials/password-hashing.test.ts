import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { verify } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { createPasswordHasher } from "./password-hashing.ts";

const pepper = "a pepper of the operator's";
const password = "Sekimori-2026";

describe("a hash", () => {
  test("is argon2id at 19 MiB, two passes, and salted", async () => {
    const hasher = await createPasswordHasher(undefined);
    const [first, second] = await Promise.all([hasher.hash(password), hasher.hash(password)]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
    expect(await verify(first ?? "", password)).toBe(true);
  });

  test("with a pepper fits that pepper only", async () => {
    const [peppered, plain] = [
      await createPasswordHasher(pepper),
      await createPasswordHasher(undefined),
    ];
    const stored = await peppered.hash(password);
    expect(await peppered.verify(stored, password)).toBe(true);
    expect(await plain.verify(stored, password)).toBe(false);
    expect(await verify(stored, password)).toBe(false);
  });
});

describe("a check", () => {
  test("says no where nothing is stored, to whatever is given", async () => {
    const hasher = await createPasswordHasher(pepper);
    expect(await hasher.verify(undefined, password)).toBe(false);
    expect(await hasher.verify(undefined, "no account has this password")).toBe(false);
  });

  test("of many at once is each one's own answer, and a broken hash fails alone", async () => {
    const hasher = await createPasswordHasher(pepper);
    const passwords = ["one-A1", "two-B2", "three-C3"];
    const hashes = await Promise.all(passwords.map((text) => hasher.hash(text)));
    const checks = hashes.flatMap((stored, row) =>
      passwords.map((text, column) => ({ stored, text, fits: row === column })),
    );
    const broken = hasher.verify("$argon2id$broken", password).catch((error: unknown) => error);
    const answers = await Promise.all(
      [...checks, ...checks].map(({ stored, text }) => hasher.verify(stored, text)),
    );
    expect(answers).toEqual([...checks, ...checks].map(({ fits }) => fits));
    expect(await broken).toBeInstanceOf(Error);
  });
});

test("a process ends when nothing is left to check, and not before", async () => {
  const module = fileURLToPath(new URL("./password-hashing.ts", import.meta.url));
  const script = `
    import { createPasswordHasher } from ${JSON.stringify(module)};
    const { hash, verify } = await createPasswordHasher(undefined);
    console.log(await verify(await hash("right"), "right"));`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    timeout: 20_000,
  });
  expect((await run).stdout).toBe("true\n");
});

import { execFileSync, spawnSync } from "node:child_process";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { signingKey, writeChecksums } from "./signing.ts";

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "signing-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const pem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
const { privateKey, publicKey } = generateKeyPairSync("ed25519");

test("a release is checked with openssl alone, and a changed list is refused", (context) => {
  if (spawnSync("openssl", ["version"]).status !== 0) context.skip("openssl is not installed");
  const folder = folderOf({
    key: pem(privateKey),
    public: publicKey.export({ type: "spki", format: "pem" }).toString(),
    "a.tar.xz": "one artefact",
    "b.deb": "another",
  });
  const files = ["a.tar.xz", "b.deb"].map((name) => join(folder, name));
  writeChecksums(folder, files, signingKey(join(folder, "key")));
  execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: folder });
  // As docs/operate/operations.md has it.
  const verify =
    "pkeyutl -verify -pubin -inkey public -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig";
  const code = () => spawnSync("openssl", verify.split(" "), { cwd: folder }).status;
  expect(code()).toBe(0);
  writeFileSync(join(folder, "a.tar.xz"), "something else");
  writeChecksums(folder, files, undefined);
  expect(code()).not.toBe(0);
});

test("without a key nothing is signed, and what is no key is refused before anything is made", () => {
  const folder = folderOf({
    empty: "",
    other: pem(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey),
    artefact: "one",
  });
  expect(signingKey(undefined)).toBeUndefined();
  writeChecksums(folder, [join(folder, "artefact")], undefined);
  expect(readdirSync(folder)).not.toContain("SHA256SUMS.sig");
  expect(() => signingKey("")).toThrow("RELEASE_KEY_FILE is empty");
  expect(() => signingKey(join(folder, "none"))).toThrow("cannot be read");
  expect(() => signingKey(join(folder, "empty"))).toThrow("without a private key");
  expect(() => signingKey(join(folder, "other"))).toThrow("not Ed25519");
});

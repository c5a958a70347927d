import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

it("compares our own servers on loopback for who is not root", { timeout: 180_000 }, ({ skip }) => {
  const nobody = ["--user", "--map-user=54321", "--map-group=54321"];
  if (spawnSync("unshare", [...nobody, "true"]).status !== 0)
    return skip("no user can be mapped to a number here (unshare)");
  const program = [process.execPath, join(import.meta.dirname, "run.ts"), "--quick"];
  const options = { encoding: "utf8", timeout: 175_000 } as const;
  const { status, stdout, stderr } = spawnSync("unshare", [...nobody, ...program], options);
  expect(stdout).toContain("lab skipped: it needs root");
  expect(stdout).toMatch(/our facts against the manifest: \d{4} right, 0 wrong/);
  expect(stdout).toMatch(/^net-ipv6 +1 +0 +0 +1\.00 +1\.00$/m);
  expect(stdout).toContain("serious findings on clean fixtures: 0");
  expect(status, stderr).toBe(0);
});

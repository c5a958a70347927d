import { expect, it } from "vitest";
import { runQuick } from "../run-quick.ts";

it("what is copied into real servers mends them and harms nothing", { timeout: 180_000 }, ({
  skip,
}) => {
  const run = runQuick(["--recipes"], 175_000);
  if (run.skipped !== null) {
    process.stdout.write(`${run.skipped}\n`);
    return skip(run.skipped);
  }
  expect(run.status, run.said).toBe(0);
  const [, gone, each = ""] =
    /: (\d+) findings are gone \(([^)]*)\), 0 are still there, 0 came new/.exec(run.said) ?? [];
  expect(Number(gone), run.said).toBeGreaterThanOrEqual(28);
  for (const check of [
    "cert-expiry",
    "dns-axfr",
    "dns-dnssec",
    "dns-recursion",
    "cert-name",
    "exp-files",
    "http-csp",
    "http-hsts",
    "http-redirect",
    "mail-dane",
    "mail-mtasts",
    "mail-spf",
    "mail-starttls",
    "port-data",
    "svc-plain",
    "tls-old",
  ])
    expect(each).toContain(check);
});

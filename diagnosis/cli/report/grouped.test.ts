import { expect, it } from "vitest";
import type { Finding } from "../../engine/finding.ts";
import { grouped } from "./report.ts";

const finding = (host: string, more: Partial<Finding> = {}): Finding => ({
  key: host,
  check: "http-hsts",
  category: "http",
  asset: `host:${host}`,
  place: { host },
  state: "fail",
  severity: "medium",
  outcome: "absent",
  subject: null,
  summary: { ja: "HSTSがありません。", en: "No HSTS." },
  evidence: [],
  unconfirmed: false,
  cap: null,
  bonus: 0,
  observedAt: "2026-11-22T00:00:00.000Z",
  ...more,
});

it("tells findings that say the same once, with every place, and keeps others apart", () => {
  const groups = grouped([
    finding("a.jp"),
    finding("b.jp"),
    finding("a.jp", { subject: "session" }),
    finding("a.jp", { outcome: "short" }),
    finding("a.jp"),
    finding("c.jp", { place: { host: "c.jp", address: "192.0.2.1", port: 8443 } }),
  ]);
  expect(
    groups.map(({ finding: { outcome, subject }, places }) => [outcome, subject, places]),
  ).toEqual([
    ["absent", null, ["a.jp", "b.jp", "c.jp 192.0.2.1 8443"]],
    ["absent", "session", ["a.jp"]],
    ["short", null, ["a.jp"]],
  ]);
});

it("writes places as people do, and addresses and ports as they are", () => {
  const at = (place: Finding["place"]) => grouped([finding("a.jp", { place })])[0]?.places[0];
  const host = "xn--r8jz45g.jp";
  expect(at({ host, address: "192.0.2.1", port: 6379 })).toBe("例え.jp 192.0.2.1 6379");
  expect(at({ host, url: `https://${host}/.env` })).toBe("https://例え.jp/.env");
});

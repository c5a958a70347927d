import { expect, it } from "vitest";
import type { Finding } from "../../engine/finding.ts";
import { catalogue } from "../../pages/catalogue.ts";
import type { ScanResult } from "../../scan/events.ts";
import { htmlReport } from "./html-report.ts";

const finding = (host: string, check: string): Finding => ({
  key: host,
  check,
  category: "tls",
  asset: `host:${host}`,
  place: { host },
  state: "fail",
  severity: "high",
  outcome: "expired",
  subject: null,
  summary: { ja: "期限が切れています。", en: "It has expired." },
  evidence: [],
  unconfirmed: false,
  cap: null,
  bonus: 0,
  observedAt: "2026-11-22T00:00:00.000Z",
});

const page = (findings: readonly Finding[]) =>
  htmlReport(
    {
      // What the page shows of a result whose hosts are not looked at here.
      result: {
        target: "a.jp",
        scanId: "1",
        status: "finished",
        finishedAt: "2026-11-22T00:00:00.000Z",
        organisation: { score: null, grade: null, atMost: false, caps: [], ends: null },
        hosts: [],
        dataSets: [],
        notVisible: [],
      } as unknown as ScanResult,
      findings,
      assets: [],
      catalogue: catalogue(),
      partial: true,
    },
    "en",
  );

it("shows each host's own recipe where they differ, under its name", () => {
  const text = page([finding("a.jp", "cert-expiry"), finding("b.jp", "cert-expiry")]);
  expect(text.match(/<article/g)).toHaveLength(1);
  expect(text).toContain("/etc/letsencrypt/live/a.jp/fullchain.pem");
  expect(text).toContain("/etc/letsencrypt/live/b.jp/fullchain.pem");
  expect(text).toMatch(/<summary class="soft">b\.jp<\/summary>/);
});

it("shows it once where it is the same at all of them", () => {
  const text = page([finding("a.jp", "tls-old"), finding("b.jp", "tls-old")]);
  expect(text.match(/ssl_protocols TLSv1\.2 TLSv1\.3;/g)).toHaveLength(1);
  expect(text).not.toMatch(/<summary class="soft">b\.jp/);
});

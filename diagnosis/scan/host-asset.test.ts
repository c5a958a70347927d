import { expect, it } from "vitest";
import type { Finding } from "../engine/finding.ts";
import { applicationAt } from "./host-asset.ts";

const seen = (
  port: number,
  facts: Readonly<Record<string, string>>,
  more: Partial<Finding> = {},
): Finding => ({
  key: `app-print ${port}`,
  check: "app-print",
  category: "ports",
  asset: "host:a.jp",
  place: { host: "a.jp", address: "192.0.2.1", port, url: `http://a.jp:${port}/` },
  state: "info",
  severity: "info",
  outcome: "present",
  subject: null,
  summary: { ja: "", en: "" },
  evidence: Object.entries(facts).map(([name, value]) => ({ name, value })),
  unconfirmed: false,
  cap: null,
  bonus: 0,
  observedAt: "2026-11-24T00:00:00.000Z",
  ...more,
});
const wordpress = { "app.name": "WordPress", "app.template": "wordpress" };
const jetpack = { "app.name": "Jetpack", "app.template": "wordpress-plugin-jetpack" };
const jenkins = {
  "app.name": "Jenkins",
  "app.template": "jenkins-open",
  "service.product": "jenkins",
  "service.version": "2.401.1",
};
const findings = [
  seen(443, jetpack),
  seen(443, wordpress),
  seen(8080, jenkins),
  seen(8443, jenkins, { check: "sw-version" }),
];

it.each([
  ["the application, not its plugin", "192.0.2.1", 443, "WordPress", null],
  ["its version where it shows one", "192.0.2.1", 8080, "Jenkins", "2.401.1"],
  ["nothing where another check spoke", "192.0.2.1", 8443, null, null],
  ["nothing at another address", "192.0.2.2", 8080, null, null],
  ["nothing at another port", "192.0.2.1", 25, null, null],
])("a service's entry names %s", (_what, address, port, product, version) => {
  expect(applicationAt(findings, address, port)).toEqual({ product, version });
});

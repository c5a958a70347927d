import { afterAll, beforeAll, expect, it } from "vitest";
import { loadData } from "../data/load-data.ts";
import { causeKey } from "../engine/cause.ts";
import type { Finding } from "../engine/finding.ts";
import { rr } from "../fixtures/dns/zone.ts";
import { examineAll } from "../fixtures/examine.ts";
import { chainFor } from "../fixtures/pki/fixture-authority.ts";
import { portFixtures } from "../fixtures/ports/port-fixtures.ts";
import { site } from "../fixtures/site.ts";
import { LEVEL_0, startHttpServer, startTlsServer } from "../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../fixtures/world.ts";
import { categoryScore } from "../score/category-score.ts";
import { webEach } from "./http/web-each.rule.ts";
import { portsChecks } from "./ports/index.ts";
import { tlsChecks } from "./tls/index.ts";

/* What one act mends is one cause, in every check that sees it, and costs once. */

const HOST = "shop.test";
const GRAFANA = "<title>Grafana</title><script>window.grafanaBootData = {}</script>";
let world: World;
let findings: readonly Finding[];

beforeAll(async () => {
  const old = { signer: "self-signed", key: "rsa1024", fromDay: -90, toDay: -1 } as const;
  const { pem, leaf } = await chainFor(HOST, old);
  const tls = { cert: pem, key: leaf.key, ciphers: `DEFAULT:!kRSA:${LEVEL_0}` };
  const headers = { server: "Apache/2.4.49 (Unix)" };
  const html = '<script src="/jquery-1.12.4.min.js"></script>';
  world = await startWorld({
    zones: [{ name: HOST, records: (at) => [rr(HOST, "A", at("shop"))] }],
    machines: {
      shop: {
        ports: {
          443: (listen) => startTlsServer(HOST, { tls, pages: site({ headers, html }) }, listen),
          993: (listen) => startTlsServer(HOST, { tls }, listen),
          3000: (listen) => startHttpServer(site({ html: GRAFANA }), listen),
          9200: portFixtures.elasticOpen.start,
        },
      },
    },
  });
  const checks = [...tlsChecks, ...portsChecks, webEach];
  findings = await examineAll(world, checks, HOST, { data: loadData() });
});
afterAll(() => world.stop());

const open = (wanted: (finding: Finding) => boolean) =>
  findings.filter(
    ({ state, ...one }) => ["fail", "warn"].includes(state) && wanted({ state, ...one }),
  );
const causes = (some: readonly Finding[]) => new Set(some.map(causeKey));
const checksOf = (some: readonly Finding[]) => [...new Set(some.map(({ check }) => check))].sort();

it("a certificate, at the site and at every other service that shows it", () => {
  const found = open(({ cause }) => cause?.kind === "certificate");
  expect(checksOf(found)).toEqual(["cert-expiry", "cert-key", "cert-trust", "tls-service"]);
  expect(causes(found).size).toBe(1);
  const { steps } = categoryScore("tls", found, found[0]?.place.address);
  expect(steps.filter(({ kind, points }) => kind === "deduction" && points < 0)).toMatchObject([
    { points: -40 },
  ]);
});

it("a service that should not be there, and what is found at it", () => {
  const at = (port: number) =>
    open(({ place, category }) => category === "ports" && place.port === port);
  expect(checksOf(at(3000))).toEqual(["app-print", "web-each"]);
  expect(causes(at(3000)).size).toBe(1);
  expect(checksOf(at(9200))).toContain("port-data");
  expect(causes(at(9200)).size).toBe(1);
  expect(causes([...at(3000), ...at(9200)]).size).toBe(2);
});

it("a product, whatever is wrong with its version; two products are two", () => {
  const found = open(({ check }) => check === "sw-version");
  const products = new Map(found.map((one) => [one.subject, causeKey(one)]));
  expect([...products.keys()].sort()).toEqual(["apache 2.4.49", "jquery 1.12.4"]);
  expect(new Set(products.values()).size).toBe(2);
  const apache = found.filter(({ subject }) => subject === "apache 2.4.49");
  expect(causes(apache).size).toBe(1);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkProof, getDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { listFindings } from "@sekimori/karte-contract/endpoints/findings";
import { getOverview } from "@sekimori/karte-contract/endpoints/overview";
import { getRun, startRun } from "@sekimori/karte-contract/endpoints/runs";
import { createTestDatabase } from "@sekimori/kit-development/testing";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSignIn } from "./demo.ts";
import { type Product, startProduct } from "./product.ts";
import { SmallBrowser } from "./testing/small-browser.ts";

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let product: Product;
let told: string[] = [];

async function start(): Promise<Product> {
  told = [];
  return startProduct({
    root: folder,
    dataFolder: folder,
    portalPort: await freePort(),
    kartePort: await freePort(),
    sandboxPort: await freePort(),
    smtpPort: 0,
    durable: false,
    sampleCompany: true,
    logLevel: "silent",
    environment: { DATABASE_URL: database.superuserUrl },
    progress: (step) => told.push(step),
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sekimori-company-"));
  database = await createTestDatabase([]);
  product = await start();
});
afterAll(async () => {
  await product?.lifecycle.stop();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody of the demo, signed in at both applications. */
async function signedIn(email: string) {
  const browser = new SmallBrowser();
  const { password } = demoSignIn;
  const answer = await browser.request(`${product.portalOrigin}/v1/idp/sign-in`, {
    email,
    password,
  });
  expect(answer.status).toBe(200);
  await browser.visit(`${product.karteOrigin}/openid/sign-in?prompt=none&return_to=/site/list`);
  const call = async (path: string, body?: object): Promise<unknown> => {
    const reply = await browser.request(`${product.karteOrigin}/v1${path}`, body);
    expect(reply.status, path).toBe(200);
    return reply.json();
  };
  await call("/session");
  return call;
}

const month = 30 * 86_400_000;

test("the demo person finds three months of diagnoses, good and bad, in charts and lists", async () => {
  const call = await signedIn(demoSignIn.email);
  const { domains } = listDomains.response.parse(await call("/domains?size=100"));
  const grades = Object.fromEntries(domains.map(({ name, grade }) => [name.ascii, grade]));
  expect(grades).toEqual({
    "seki-shoji.example": "A",
    "seki-holdings.example": "A",
    "seki-shop.example": "A",
    "seki-recruit.example": "C",
    "seki-parts.example": "E",
    "seki-campaign.example": "E",
    "seki-lab.example": "E",
    "seki-overseas.example": null,
  });
  const shop = domains.find(({ name }) => name.ascii === "seki-shop.example");
  const page = getDomain.response.parse(await call(`/domains/${shop?.id}`));
  expect(page.history.map(({ grade }) => grade)).toEqual(expect.arrayContaining(["C", "A"]));
  const oldest = Math.min(...page.history.map(({ at }) => Date.parse(at)));
  expect(Date.now() - oldest).toBeGreaterThan(2.9 * month);
  const { findings } = listFindings.response.parse(await call("/findings?size=100&state=fixed"));
  expect(findings.length).toBeGreaterThan(0);
  const overview = getOverview.response.parse(await call("/overview"));
  expect(overview.first.length).toBe(5);
});

test("“Scan” examines the servers that run now and finds what the record ends with", async () => {
  const call = await signedIn(demoSignIn.email);
  const { domains } = listDomains.response.parse(await call("/domains?size=100"));
  const parts = domains.find(({ name }) => name.ascii === "seki-parts.example");
  const { run } = startRun.response.parse(await call("/runs", { domain: parts?.id }));
  await expect
    .poll(async () => getRun.response.parse(await call(`/runs/${run.id}`)).state, {
      timeout: 50_000,
      interval: 500,
    })
    .toBe("finished");
  const after = getRun.response.parse(await call(`/runs/${run.id}`));
  expect(after).toMatchObject({ grade: "E", newFindings: 0, closedFindings: 0 });
});

test("a domain that waits is proved by a record that its owner publishes", async () => {
  const call = await signedIn(demoSignIn.email);
  const { domains } = listDomains.response.parse(await call("/domains?size=100"));
  const id = domains.find(({ name }) => name.ascii === "seki-overseas.example")?.id;
  const before = checkProof.response.parse(await call(`/domains/${id}/proof`, {}));
  expect(before.state).toBe("none");
  const { proofDetail } = getDomain.response.parse(await call(`/domains/${id}`));
  const published = await fetch(`${product.sandboxOrigin}/company/records`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: proofDetail.ways.dns.name, text: proofDetail.ways.dns.value }),
  });
  expect(published.status).toBe(200);
  const after = checkProof.response.parse(await call(`/domains/${id}/proof`, {}));
  expect(after).toMatchObject({ state: "proved", method: "dns-txt" });
});

test("the viewer sees one group, the guest has a mail, and the next start loads nothing again", async () => {
  const viewer = await signedIn("viewer@sekimori.example");
  const { domains } = listDomains.response.parse(await viewer("/domains?size=100"));
  expect(domains.map(({ name }) => name.ascii).toSorted()).toEqual([
    "seki-campaign.example",
    "seki-parts.example",
    "seki-recruit.example",
    "seki-shop.example",
  ]);
  const mailbox = `${product.sandboxOrigin}/mailbox/messages?to=guest@sekimori.example&wait=20000`;
  const { messages } = (await (await fetch(mailbox)).json()) as { messages: { text: string }[] };
  expect(messages[0]?.text).toContain("関守デモ株式会社");
  expect(told.filter((step) => step.startsWith("Loaded"))).toHaveLength(1);
  await product.lifecycle.stop();
  product = await start();
  expect(told.filter((step) => step.startsWith("Loaded"))).toHaveLength(0);
});

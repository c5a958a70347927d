import { ScanRefusedError } from "@sekimori/diagnosis/errors";
import { NO_TOKEN, type OwnershipProof } from "@sekimori/diagnosis/ownership";
import { consentStatements, consentVersion } from "@sekimori/karte-contract/consent-statements";
import { proofDays } from "@sekimori/karte-contract/constants";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import { addAlertRule, listAlerts } from "@sekimori/karte-contract/endpoints/alerts";
import {
  addDomain,
  changeDomain,
  checkProof,
  getDomain,
  giveConsent,
} from "@sekimori/karte-contract/endpoints/domains";
import { getRun, startRun } from "@sekimori/karte-contract/endpoints/runs";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { pastRuns } from "@sekimori/sandbox/company/history";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Examination, Examiner } from "../../ports/examiner.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

// A proof over time: given, seen again by each run, taken away, out of reach, and over.

const [past] = await pastRuns(new Date());
if (past === undefined) throw new Error("nothing was recorded");

/** What a look for the token finds at present. */
let token: "there" | "taken away" | "out of reach" = "there";
let asked: Examination | undefined;

function look(name: string): OwnershipProof {
  const checkedAt = new Date().toISOString();
  if (token === "there") {
    const covers = { kind: "domain", name } as const;
    const proved = { proved: true, method: "dns-txt", covers } as const;
    return { ...proved, checkedAt, validUntil: checkedAt, failures: [] };
  }
  const why = token === "taken away" ? NO_TOKEN : "timeout";
  // The other ways, which were never taken, find nothing either.
  const others = (["file", "meta"] as const).map((method) => ({ method, why: NO_TOKEN }));
  const failures = [{ method: "dns-txt", why } as const, ...others];
  return { proved: false, method: null, covers: null, checkedAt, validUntil: null, failures };
}

const examiner: Examiner = {
  name: (text) => ({ host: text, domain: text }),
  nameRules: { fixtures: true, optOut: [] },
  prove: async (target) => look(target),
  async *examine(examination) {
    asked = examination;
    const { consent, scanId, target } = examination;
    const proof = look(target);
    if (!proof.proved) throw new ScanRefusedError("ownership", "not proved", { proof });
    const { result, findings, assets } = past;
    for (const finding of findings) yield { type: "finding", finding };
    for (const asset of assets) yield { type: "asset", asset };
    yield {
      type: "result",
      result: { ...result, scanId, target, authorisation: { consent, proof } },
    };
  },
};

let karte: TestKarte;
let worker: { stop(): Promise<void> };
let workspace: TestWorkspace;
let domain: string;
let serial = 0;

beforeAll(async () => {
  karte = await startTestKarte({ examiner });
  worker = await karte.work();
});
afterAll(async () => {
  await worker?.stop();
  await karte?.close();
});
beforeEach(async () => {
  token = "there";
  workspace = await karte.workspace();
  const entitlements = { ...amplePlan.entitlements, manualRunsPerMonth: 5 };
  karte.contracts.set(workspace.owner.id, { ...amplePlan, entitlements });
  await karte.database.owner.pool.query("delete from karte.contract_answer");
  await workspace.owner.browser.call(getSession, {});
  const { browser } = workspace.owner;
  // Whoever has proved a name has it alone.
  serial += 1;
  const name = `shop-${serial}.example.jp`;
  ({ id: domain } = await browser.call(addDomain, { body: { name } }));
  await browser.call(addAlertRule, {
    body: {
      kind: "proof.lost",
      mail: false,
      bell: true,
      webhook: false,
      recipients: [workspace.owner.id],
    },
  });
  await browser.call(giveConsent, {
    params: { id: domain },
    body: {
      version: consentVersion,
      organisation: "株式会社見本",
      thirdPartyHosting: "unknown",
      agreed: true,
    },
  });
  await browser.call(checkProof, { params: { id: domain }, body: {} });
});
afterEach(() => karte.clock.reset());

const now = () => karte.clock.now().getTime();
const page = () => workspace.owner.browser.call(getDomain, { params: { id: domain } });
const proof = async () => (await page()).proofDetail;
const start = () => workspace.owner.browser.attempt(startRun, { body: { domain } });
const used = async () => (await workspace.owner.browser.call(getSession, {})).workspace?.quota.used;

/** Starts a run and waits for its end. */
async function ran() {
  const { run } = (await start()).json() as { run: { id: string } };
  const read = () => workspace.owner.browser.call(getRun, { params: { id: run.id } });
  await expect
    .poll(async () => (await read()).finishedAt, { timeout: 40_000, interval: 100 })
    .not.toBeNull();
  return read();
}

async function lookAgain(): Promise<void> {
  const job = karte.jobs.find(({ name }) => name === "karte.look-for-runs");
  await job?.perform({ dueAt: karte.clock.now().toISOString() }, soleRun());
}

const acts = async () =>
  (await workspace.owner.browser.call(listActivity, { query: {} })).entries.map(
    ({ action }) => action,
  );

/** Everything that says a proof is lost: the page, the bell, the log, and the next attempt. */
async function expectLost(): Promise<void> {
  expect((await proof()).state).toBe("lapsed");
  await expect
    .poll(
      async () =>
        (await workspace.owner.browser.call(listAlerts, { query: {} })).alerts.map(
          ({ kind }) => kind,
        ),
      { timeout: 30_000 },
    )
    .toEqual(["proof.lost"]);
  expect((await acts()).filter((act) => act === "proof.lost")).toHaveLength(1);
  expect((await start()).error().type).toBe("ProofMissing");
}

test("a run that finds the token has the proof stand for another 30 days", async () => {
  karte.clock.advance(20 * dayMs);
  const began = now();
  expect((await ran()).state).toBe("finished");
  const after = async () => Date.parse((await proof()).validUntil ?? "");
  await expect.poll(after).toBeGreaterThanOrEqual(began + proofDays * dayMs);
  expect(await after()).toBeLessThanOrEqual(now() + proofDays * dayMs);
});

test("a token that is taken away between two runs ends the second before it begins", async () => {
  expect((await ran()).state).toBe("finished");
  expect(await used()).toBe(1);
  token = "taken away";
  expect(await ran()).toMatchObject({ state: "refused", problem: "proof" });
  // What could not begin is given back.
  expect(await used()).toBe(1);
  await expectLost();
  // Put back, it proves again.
  token = "there";
  const { browser } = workspace.owner;
  await browser.call(checkProof, { params: { id: domain }, body: {} });
  expect((await ran()).state).toBe("finished");
});

test("a scheduled run is not queued either, once the proof is lost", async () => {
  const { browser } = workspace.owner;
  token = "taken away";
  expect(await ran()).toMatchObject({ state: "refused" });
  await browser.call(changeDomain, { params: { id: domain }, body: { schedule: "daily" } });
  const before = (await page()).runs.length;
  karte.clock.advance(2 * 3_600_000);
  await lookAgain();
  expect((await page()).runs).toHaveLength(before);
});

test("a name server out of reach stops that run, and takes the proof only after its 30 days", async () => {
  token = "out of reach";
  expect(await ran()).toMatchObject({ state: "refused", problem: "proof" });
  expect(await used()).toBe(0);
  expect((await proof()).state).toBe("proved");
  token = "there";
  expect((await ran()).state).toBe("finished");

  token = "out of reach";
  karte.clock.advance(proofDays * dayMs - 60_000);
  await lookAgain();
  expect((await proof()).state).toBe("proved");
  karte.clock.advance(10 * 60_000);
  await lookAgain();
  await expectLost();
});

test("a proof whose 30 days are over is looked for again, and stands while its token does", async () => {
  karte.clock.advance(proofDays * dayMs + 60_000);
  const began = now();
  await lookAgain();
  const { state, validUntil } = await proof();
  expect(state).toBe("proved");
  expect(Date.parse(validUntil ?? "")).toBeGreaterThanOrEqual(began + proofDays * dayMs);
  expect(await acts()).not.toContain("proof.lost");
});

test("a consent is stored whole, and goes whole with each run", async () => {
  const { browser, id: owner } = workspace.owner;
  const { rows } = await karte.database.owner.pool.query(
    `select account_id, organisation, version, hosting, host(ip_address) as address, at, withdrawn_at
     from karte.consent where domain_id = $1`,
    [domain],
  );
  const [row] = rows;
  expect(rows).toEqual([
    {
      account_id: owner,
      organisation: "株式会社見本",
      version: consentVersion,
      hosting: "unknown",
      address: expect.stringMatching(/^10\.9\.\d+\.\d+$/),
      at: expect.any(Date),
      withdrawn_at: null,
    },
  ]);
  expect(Math.abs(row.at.getTime() - now())).toBeLessThan(60_000);
  expect((await page()).consent).toEqual({
    version: consentVersion,
    by: expect.objectContaining({ id: owner, name: "守 関" }),
    organisation: "株式会社見本",
    thirdPartyHosting: "unknown",
    at: row.at.toISOString(),
    newHostsSince: null,
  });

  const run = await ran();
  const { ja, en } = consentStatements[consentVersion];
  const whole = {
    who: owner,
    organisation: "株式会社見本",
    statement: { version: consentVersion, text: `${ja}\n${en}` },
    scope: [`shop-${serial}.example.jp`],
    methods: ["dns", "mail", "tls", "http", "ports"],
    at: row.at.toISOString(),
    ip: row.address,
    thirdPartyHosting: "unknown",
    contact: karte.context.settings.contactAddress,
  };
  expect(asked?.consent).toEqual(whole);
  // Kept with what was found.
  const { rows: kept } = await karte.database.owner.pool.query(
    "select result->'authorisation'->'consent' as consent from karte.run_result where run_id = $1",
    [run.id],
  );
  expect(kept).toEqual([{ consent: whole }]);

  const old = await browser.attempt(giveConsent, {
    params: { id: domain },
    body: {
      version: "2020-01-01",
      organisation: "株式会社見本",
      thirdPartyHosting: "no",
      agreed: true,
    },
  });
  expect(old.error().fields).toEqual([{ path: "version", code: "not_accepted" }]);
});

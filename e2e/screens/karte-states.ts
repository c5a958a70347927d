import type { listAlerts } from "@sekimori/karte-contract/endpoints/alerts";
import type { ContractView } from "@sekimori/karte-contract/endpoints/contract";
import type {
  Bulk,
  DomainPage as Domain,
  listDomains,
} from "@sekimori/karte-contract/endpoints/domains";
import type { listPeople } from "@sekimori/karte-contract/endpoints/people";
import type { SessionView } from "@sekimori/karte-contract/endpoints/session";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { actsOf } from "@sekimori/karte-contract/rights";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { BrowserContext, Page } from "playwright-core";
import { signIn, speak } from "../support/member.ts";
import { type RunningProduct, runProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
import { eachLook, type Look, take } from "./look.ts";

const id = "00000000-0000-4000-8000-00000000000b";
const names = Array.from({ length: 20 }, (_, n) => `shop-${n + 1}.branch-office.example.co.jp`);

const underWay: Bulk = {
  id,
  act: "schedule",
  state: "working",
  total: 2_500,
  reached: 1_000,
  count: 990,
  skipped: [],
  problem: null,
  by: null,
  at: "2026-11-01T00:00:00.000Z",
  undoUntil: null,
};
const undoUntil = "2026-12-01T00:00:00.000Z";

/** What becomes of a large act, by the picture's name. */
const ends: Readonly<Record<string, Partial<Bulk>>> = {
  waiting: { state: "waiting", reached: 0 },
  working: {},
  undoing: { state: "undoing" },
  done: { state: "done", count: 2_500, undoUntil },
  partly: {
    state: "done",
    act: "diagnose",
    count: 2_478,
    skipped: [
      { reason: "ProofMissing", count: 21, names },
      { reason: "AlreadyRunning", count: 1, names: names.slice(0, 1) },
    ],
  },
  none: { state: "done", count: 0, skipped: [{ reason: "OutOfSight", count: 21, names }] },
  stopped: { state: "failed", count: 1_000, problem: "NotAllowed", undoUntil },
  "stopped-partly": {
    state: "failed",
    count: 980,
    problem: "fault",
    skipped: [{ reason: "PlanLimit", count: 20, names }],
    undoUntil,
  },
  undone: { state: "undone", count: 2_500 },
  "not-undone": { state: "failed", count: 1_000, problem: "CannotUndo", undoUntil },
};

/** The line above the list of domains that tells of an act on many. */
async function takeEnds(page: Page, look: Look): Promise<void> {
  for (const [name, end] of Object.entries(ends)) {
    const last = { ...underWay, ...end };
    const isOver = ["done", "failed", "undone"].includes(last.state);
    await page.route("**/v1/domains/bulk", (route) =>
      route.fulfill({ json: { acts: [isOver ? underWay : last] } }),
    );
    await page.route(`**/v1/domains/bulk/${id}`, (route) => route.fulfill({ json: last }));
    await page.goto(pagePaths.siteList);
    const banner = isOver ? page.getByRole("status") : page.getByRole("progressbar");
    await banner.first().waitFor();
    // The names behind the first reason.
    if (last.skipped.length > 0) await page.locator("[role=status] summary").first().click();
    await take(page, look, `karte-bulk-${name}`);
    await page.unrouteAll();
  }
}

/** A domain with somebody who answers for it, and the list that names them. */
async function takeResponsible(page: Page, look: Look): Promise<void> {
  const inDomains = sentencesOf("features/domains", look.locale, "karte");
  await page.goto(pagePaths.siteList);
  await page.locator(`a[href*="${pagePaths.inventoryDomain}"]`).first().click();
  const choice = page.getByLabel(inDomains("Responsible"), { exact: true });
  await choice.waitFor();
  await choice.locator("option").nth(1).waitFor({ state: "attached" });
  await choice.selectOption({ index: 1 });
  await page.getByText(inDomains("Saved")).waitFor();
  await take(page, look, "karte-domain-responsible");
  await page.goto(`${pagePaths.siteList}?sort=responsible`);
  await take(page, look, "karte-domains-responsible");
}

/** Every list of a workspace in which nothing is yet. */
async function takeEmpty(page: Page, look: Look): Promise<void> {
  const inWorkspaces = sentencesOf("features/workspaces", look.locale, "karte");
  await page.goto(pagePaths.newWorkspace);
  await page
    .getByLabel(inWorkspaces("Name"))
    .fill(look.locale === "ja" ? "大阪支店" : "Osaka branch");
  await page.getByRole("button", { name: inWorkspaces("Create"), exact: true }).click();
  await page.waitForURL((url) => url.pathname === pagePaths.overview);
  for (const name of [
    ...([
      "overview",
      "siteList",
      "importLog",
      "inventory",
      "inventoryResult",
      "groupList",
    ] as const),
    ...(["reportRequest", "userManagement", "activity", "alerts", "settings"] as const),
  ]) {
    await page.goto(pagePaths[name]);
    await take(page, look, `karte-empty-${name}`);
  }
}

/** What an owner sees whom the plan has no room for: only what hands the ownership on or ends it. */
async function takeOwnerBeyondPlan(page: Page, look: Look): Promise<void> {
  await page.route("**/v1/session", async (route) => {
    const response = await route.fetch();
    const session: SessionView = await response.json();
    const workspace = session.workspace && {
      ...session.workspace,
      acts: [...actsOf("owner", { isBeyondPlan: true })],
      overPlan: true,
    };
    await route.fulfill({ response, json: { ...session, workspace } });
  });
  for (const name of ["userManagement", "workspace", "myContract", "siteList"] as const) {
    await page.goto(pagePaths[name]);
    await take(page, look, `karte-owner-beyond-plan-${name}`);
  }
  const inPeople = sentencesOf("features/people", look.locale, "karte");
  await page.goto(pagePaths.userManagement);
  const others = page.getByRole("row").filter({ hasNotText: "demo@sekimori.example" });
  await others.getByRole("button").first().click();
  await page.getByRole("menuitem", { name: inPeople("Change role"), exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await take(page, look, "karte-owner-beyond-plan-role");
  await page.unrouteAll();
}

/** Answers a call with what the product says, changed. */
async function change<Answer>(page: Page, call: string, changed: (answer: Answer) => Answer) {
  await page.route(new RegExp(`/v1/${call}(\\?|$)`), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changed(await response.json()) });
  });
}

/** What a plan shows that has no room for some domains and people, rests, or is suspended. */
async function takeFullPlan(page: Page, look: Look): Promise<void> {
  const inWorkspaces = sentencesOf("features/workspaces", look.locale, "karte");
  const inPeople = sentencesOf("features/people", look.locale, "karte");
  await change<EndpointResult<typeof listDomains>>(page, "domains", (list) => ({
    ...list,
    domains: list.domains.map((one, place) =>
      place === 0
        ? one
        : { ...one, readOnly: place > 1, rests: place > 1 ? "domains" : "schedule" },
    ),
  }));
  await page.goto(pagePaths.siteList);
  await take(page, look, "karte-full-plan-siteList");
  await change<Domain>(page, "domains/[0-9a-f-]{36}", (one) => ({
    ...one,
    readOnly: true,
    rests: "domains",
  }));
  await page.locator(`a[href*="${pagePaths.inventoryDomain}"]`).first().click();
  await page.getByRole("heading", { level: 1 }).filter({ hasText: ".example" }).waitFor();
  await take(page, look, "karte-full-plan-domain");
  await change<EndpointResult<typeof listPeople>>(page, "people", (people) => ({
    ...people,
    used: 4,
    limit: 1,
  }));
  await page.goto(pagePaths.userManagement);
  await take(page, look, "karte-full-plan-userManagement");
  await page.getByRole("button", { name: inPeople("Invite people") }).click();
  await page.getByRole("dialog").waitFor();
  await take(page, look, "karte-invite");
  await change<ContractView>(page, "contract", (contract) => ({
    ...contract,
    plan: { ...contract.plan, id: "free", suspended: true },
    contractedPlan: "detailed",
    state: "suspended",
  }));
  await page.goto(pagePaths.myContract);
  await take(page, look, "karte-suspended-myContract");
  await page.goto(pagePaths.workspace);
  await page.getByRole("button", { name: inWorkspaces("Leave workspace") }).click();
  await page.getByRole("dialog").waitFor();
  await take(page, look, "karte-only-owner-leaves");
  const at = "2026-11-01T00:00:00.000Z";
  const answered = (["accepted", "declined", "expired"] as const).map((came, place) => ({
    ...{ id: `${id.slice(0, -1)}${place}`, kind: `offer.${came}`, at, domain: null, finding: null },
    ...{
      detail: { what: place === 1 ? "contract" : "ownership", person: "佐藤 一郎" },
      read: false,
    },
  }));
  await change<EndpointResult<typeof listAlerts>>(page, "alerts", (bell) => ({
    ...bell,
    alerts: [...(answered as typeof bell.alerts), ...bell.alerts],
  }));
  await page.goto(pagePaths.alerts);
  await take(page, look, "karte-answered-offers");
  await page.unrouteAll();
}

/** Somebody whose workspace is closed, and whom the plan of another has no room for. */
async function takeNoAccess(page: Page, look: Look): Promise<void> {
  const closed = [
    { id, name: "大阪支店", closedAt: undoUntil, deletedAt: "2026-12-29T05:30:00.000Z" },
  ];
  await page.route("**/v1/workspaces/closed", (route) =>
    route.fulfill({ json: { workspaces: closed } }),
  );
  await page.goto(pagePaths.overview);
  await page.locator("main button[aria-haspopup]").first().click();
  await page.getByRole("menuitem").first().waitFor();
  await take(page, look, "karte-closed-in-menu");
  await change<SessionView>(page, "session", (session) => ({ ...session, workspace: null }));
  await page.goto(pagePaths.overview);
  await take(page, look, "karte-closed-only");
  await change<SessionView>(page, "session", (session) => ({
    ...session,
    workspace: session.workspace && {
      ...session.workspace,
      role: "admin",
      acts: [...actsOf("admin", { isBeyondPlan: true })],
      overPlan: true,
    },
  }));
  await page.goto(pagePaths.userManagement);
  await take(page, look, "karte-admin-beyond-plan");
  await page.unrouteAll();
}

/** Somebody in the management application, in the language of the look. */
async function enter(context: BrowserContext, look: Look, product: RunningProduct): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${product.portalOrigin}/login`);
  await signIn(page, look.locale, "demo@sekimori.example", "Sekimori-2026");
  await page.getByRole("tablist").waitFor();
  await speak(page, look.locale);
  return page;
}

/** The management application where a list is empty, and what it says of an act on many domains. */
export async function takeKarteStates(): Promise<void> {
  const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
  try {
    const each = (visit: (page: Page, look: Look) => Promise<void>) =>
      eachLook(product.karteOrigin, [375, 1280], async (context, look) =>
        visit(await enter(context, look, product), look),
      );
    await each(takeEnds);
    await each(takeResponsible);
    await each(takeOwnerBeyondPlan);
    await each(takeFullPlan);
    await each(takeNoAccess);
    // Last: whoever has made a workspace is in it from then on.
    await each(takeEmpty);
  } finally {
    await product.stop();
  }
}

import { readFileSync } from "node:fs";
import { kartePage } from "@sekimori/portal-contract/page-routes";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { openKarteDatabase } from "./support/karte-database.ts";
import { enter, tabTo } from "./support/keyboard.ts";
import { Mailbox } from "./support/mailbox.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForPaid } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// How a person likes to see a list: several values of a filter, columns, views under names; and what is
// done to many of it at once, few in the call and a thousand as a job.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

/**
 * The workspace of the latest domain has 1,200 more, of which a hundred are the oldest: the plan holds
 * those. `hold` keeps a job from the last of them until it is released.
 */
async function withMany(
  work: (hold: () => Promise<() => Promise<void>>) => Promise<void>,
): Promise<void> {
  const database = await openKarteDatabase(product);
  try {
    await database.query(`
      insert into karte.domain (id, workspace_id, name, name_unicode, registrable, proof_token, added_at)
      select gen_random_uuid(), latest.workspace_id, t.name, t.name, 'example.net', '',
        latest.added_at - make_interval(mins => t.n)
      from (select n, 'shop-' || lpad(n::text, 4, '0') || '.example.net' as name
          from generate_series(1, 1200) n) t,
        (select workspace_id, added_at from karte.domain order by added_at desc limit 1) latest`);
    await work(async () => {
      await database.query("begin");
      await database.query(
        `select from karte.domain where name = 'shop-1150.example.net'
           and workspace_id = (select workspace_id from karte.domain order by added_at desc limit 1)
         for update`,
      );
      return async () => void (await database.query("commit"));
    });
  } finally {
    await database.end();
  }
}

/** Two names stand beside a domain of the latest workspace in its certificate. */
async function suggest(): Promise<void> {
  const database = await openKarteDatabase(product);
  try {
    await database.query(`
      with named as (
        insert into karte.candidate (id, workspace_id, name, strength, first_seen_at, last_seen_at)
        select gen_random_uuid(), (select workspace_id from karte.domain order by added_at desc limit 1),
          t.name, 1, now(), now() from (values ('four.example.net'), ('five.example.net')) t (name)
        returning id, workspace_id, name)
      insert into karte.candidate_path select id, workspace_id, 1, 'one.example.com', name, now(), now()
      from named`);
  } finally {
    await database.end();
  }
}

const inPortal = (path: string) => `${product.portalOrigin}${kartePage(path)}`;

describe.for([
  ["ja", 1280, "light"],
  ["en", 375, "dark"],
] as const)("lists (%s, %i px, %s)", ([locale, width, colorScheme]) => {
  const inDomains = sentencesOf("features/domains", locale, "karte");
  const inFindings = sentencesOf("features/findings", locale, "karte");
  const inImports = sentencesOf("features/imports", locale, "karte");
  const inApp = sentencesOf("app", locale, "karte");
  const inQuery = sentencesOf("app/query", locale, "karte");
  const inActivity = sentencesOf("features/activity", locale, "karte");
  const inViews = sentencesOf("app/views", locale, "karte");

  test("are narrowed by several values, shown in chosen columns and kept as a view, by keyboard", async ({
    visit,
    address,
  }) => {
    const { page, newTab } = await visit({ locale, width, colorScheme });
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForPaid(page, mailbox, locale, address("lists"), product.portalOrigin);
    const karte = page.frameLocator("iframe");
    await page.goto(inPortal("/site/bulk-registration"));
    await karte
      .getByRole("textbox")
      .fill(
        "domain,label,groups\none.example.com,,Shops\ntwo.example.com,,Bank\nthree.example.com,,\n",
      );
    await karte.getByRole("button", { name: inImports("Check rows") }).click();
    await karte.getByRole("button", { name: inImports("Add domains") }).click();
    await karte.getByRole("link", { name: "one.example.com" }).waitFor();

    // Names that may be theirs, each with what led to it: one is added, another put aside.
    await suggest();
    await page.goto(inPortal("/site/bulk-registration"));
    await karte.getByText(inImports("Named in the same certificate")).first().waitFor();
    await expectAccessible(page, "karte: domains that may be theirs");
    await karte.getByText(inImports("Domains that may be yours")).first().scrollIntoViewIfNeeded();
    await picture(page, `candidates-${locale}-${width}`);
    const press = async (sentence: string, name: string) => {
      const button = karte.getByRole("button", {
        name: inImports(sentence, { name }),
        exact: true,
      });
      await button.click();
      await button.waitFor({ state: "detached" });
    };
    await press("Add {name}", "four.example.net");
    await press("Not ours: {name}", "five.example.net");
    await karte.getByText(inImports("No suggestions.")).waitFor();
    await karte.getByRole("button", { name: inImports("Read a file") }).click();
    const reading = karte.getByRole("dialog");
    await reading.locator("[name=text]").fill("10.0.0.1");
    await reading.getByRole("button", { name: inImports("Read"), exact: true }).click();
    await reading.locator("[aria-invalid=true]").waitFor();
    await expectAccessible(page, "karte: a file of addresses");
    await picture(page, `candidate-file-${locale}-${width}`);
    await page.goto(inPortal("/site/list"));
    await karte.getByRole("link", { name: "four.example.net" }).waitFor();
    const named = (name: string) => karte.getByRole("link", { name: `${name}.example.com` });

    // The filters fold behind a button that says how many are set.
    const folded = (name: RegExp | string) => karte.getByRole("button", { name, exact: true });
    const filters = folded(inApp("Filters"));
    const oneFilter = folded(inApp("Filters ({figure})", { figure: "1" }));
    const unfold = async (button: Locator) => {
      expect(await button.getAttribute("aria-expanded")).toBe("false");
      await button.press("Enter");
    };

    // Two groups at once, by keyboard: Tab to the field, Enter, Tab through the ticks, Space.
    await karte.getByRole("searchbox").focus();
    await picture(page, `folded-${locale}-${width}`);
    await enter(page, filters);
    await expectAccessible(page, "karte: filters unfolded");
    await picture(page, `unfolded-${locale}-${width}`);
    const field = (label: string) =>
      karte.getByRole("button", { name: new RegExp(`^${inDomains(label)} `) });
    await enter(page, field("Group"));
    const tick = async (name: string) => {
      await tabTo(page, karte.getByRole("checkbox", { name }));
      await page.keyboard.press("Space");
    };
    await tick("Shops");
    await named("two").waitFor({ state: "detached" });
    await tick("Bank");
    await named("two").waitFor();
    await named("three").waitFor({ state: "detached" });
    await expectAccessible(page, "karte: several values of a filter");
    await page.keyboard.press("Escape");
    await karte.getByRole("dialog").waitFor({ state: "detached" });
    await expect
      .poll(() => new URL(page.url()).searchParams.get("group")?.split(",").length)
      .toBe(2);
    // What is set stays in sight.
    expect(await oneFilter.getAttribute("aria-expanded")).toBe("true");
    await oneFilter.press("Enter");
    await field("Grade").waitFor({ state: "hidden" });
    await field("Group").waitFor();
    await expectAccessible(page, "karte: filters folded");

    // Fewer columns.
    await karte.getByRole("button", { name: inViews("Columns"), exact: true }).press("Enter");
    await karte.getByRole("checkbox", { name: inDomains("Ownership") }).press("Space");
    await expectAccessible(page, "karte: the columns of a list");
    await page.keyboard.press("Escape");
    const proof = karte.getByRole("columnheader", { name: inDomains("Ownership"), exact: true });
    await proof.waitFor({ state: "detached" });
    await expect
      .poll(() => new URL(page.url()).searchParams.get("columns"))
      .toBe("grade,findings,last-run,groups,responsible");

    // Under a name, and from another tab.
    await karte.getByRole("button", { name: inViews("Saved views"), exact: true }).press("Enter");
    await karte.getByRole("button", { name: inViews("Save this view") }).press("Enter");
    const form = karte.getByRole("dialog").filter({ has: karte.locator("[name=name]") });
    await form.locator("[name=name]").fill("店と銀行");
    await expectAccessible(page, "karte: saving a view");
    await form.getByRole("button", { name: inViews("Save"), exact: true }).press("Enter");
    await form.waitFor({ state: "detached" });
    await karte.getByRole("button", { name: "店と銀行" }).waitFor();

    const second = await newTab();
    await second.goto(inPortal("/site/list"));
    const there = second.frameLocator("iframe");
    await there.getByRole("link", { name: "three.example.com" }).waitFor();
    // The columns are the person's wherever they are.
    expect(
      await there.getByRole("columnheader", { name: inDomains("Ownership"), exact: true }).count(),
    ).toBe(0);
    await there.getByRole("button", { name: inViews("Saved views"), exact: true }).press("Enter");
    await expectAccessible(second, "karte: saved views");
    await there.getByRole("link", { name: "店と銀行", exact: true }).press("Enter");
    await there.getByRole("link", { name: "three.example.com" }).waitFor({ state: "detached" });
    await there.getByRole("link", { name: "two.example.com" }).waitFor();
    const asked = (one: typeof page) => Object.fromEntries(new URL(one.url()).searchParams);
    await expect.poll(() => asked(second)).toEqual(asked(page));
    await picture(second, `lists-${locale}-${width}`);
    await picture(page, `lists-one-${locale}-${width}`);
    await there.getByRole("button", { name: "店と銀行" }).press("Enter");
    await picture(second, `views-${locale}-${width}`);
    await there
      .getByRole("button", { name: inViews("Delete {name}", { name: "店と銀行" }) })
      .press("Enter");
    await there.getByRole("link", { name: "店と銀行", exact: true }).waitFor({ state: "detached" });
    await page.reload();
    await karte.getByRole("button", { name: inViews("Saved views"), exact: true }).waitFor();
    // Filters of the address are what the screen says.
    await unfold(oneFilter);
    await karte.getByRole("button", { name: /Shops, Bank|Bank, Shops/ }).waitFor();

    // What is pasted is read as a name, and the rule is told where nothing is found.
    await page.goto(inPortal("/site/list?q=https://Nowhere.example.com./path"));
    const least = { least: "2" };
    await karte
      .getByText(
        inApp(
          "Searched for “{searched}”. Enter at least {least} characters; width and case don't matter.",
          { ...least, searched: "nowhere.example.com" },
        ),
      )
      .waitFor();
    const searchBox = karte.getByRole("searchbox");
    await searchBox.fill("t");
    await karte.getByText(inApp("At least {least} characters", least)).first().waitFor();
    await searchBox.fill("ＴＨＲＥＥ．example.com");
    await karte.getByRole("link", { name: "three.example.com" }).waitFor();

    await page.goto(inPortal("/inventory/result?severity=critical,high&state=new,accepted,fixed"));
    await unfold(folded(inApp("Filters ({figure})", { figure: "2" })));
    const three = locale === "ja" ? /3件を選択中/ : /3 selected/;
    await karte.getByRole("button", { name: three }).waitFor();
    await karte
      .getByRole("button", {
        name: `${inFindings("Severity")} ${inApp("Critical")}, ${inApp("High")}`,
      })
      .waitFor();
    await expectAccessible(page, "karte: findings narrowed");

    // The same box takes words and conditions. Names and values are offered, and chosen by keyboard.
    const box = karte.getByRole("combobox", { name: inFindings("Search or conditions") });
    const inBox = () => new URL(page.url()).searchParams.get("query");
    const option = (name: string) => karte.getByRole("option", { name });
    const [name, critical] = locale === "ja" ? ["深刻度", "緊急"] : ["severity", "critical"];
    await box.pressSequentially(name.slice(0, 3));
    await option(name).waitFor();
    await picture(page, `query-offered-${locale}-${width}`);
    await box.press("ArrowDown");
    await box.press("Enter");
    await option(critical).waitFor();
    await expectAccessible(page, "karte: a query with what is offered");
    for (const key of ["ArrowDown", "Enter"]) await box.press(key);
    await expect.poll(inBox).toBe(`${name}:${critical}`);
    // What cannot be read is said at its place, and the list keeps the query before.
    await box.fill(`${name}:${critical} ownr:none`);
    const [nearly, owner] = locale === "ja" ? ["ownr", "担当"] : ["ownr", "owner"];
    const said = inQuery("There's no field “{word}”. Did you mean “{near}”?", {
      word: nearly,
      near: owner,
    });
    await karte.getByText(said).waitFor();
    await expect.poll(() => box.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page, "karte: a query with a problem");
    await picture(page, `query-problem-${locale}-${width}`);
    expect(inBox()).toBe(`${name}:${critical}`);
    await box.fill(`${name}:${critical}　owner：none`);
    await box.press("Enter");
    await karte.getByText(said).waitFor({ state: "detached" });
    await expect.poll(inBox).toBe(`${name}:${critical}　owner：none`);
    // It stands in the address, beside the filters, and so in what is kept under a name.
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe(`${name}:${critical}　owner：none`);
    await expect.poll(() => new URL(page.url()).searchParams.get("severity")).toBe("critical,high");
    await karte.getByRole("button", { name: inFindings("Clear filters") }).press("Enter");
    await karte.getByText(inFindings("No findings")).waitFor();
    expect(inBox()).toBe(null);

    // A label for two at once, and taken back from the log when the list has long forgotten it.
    await page.goto(inPortal("/site/list"));
    for (const name of ["one", "two"]) {
      const row = karte.getByRole("row").filter({ hasText: `${name}.example.com` });
      await row.getByRole("checkbox").press("Space");
    }
    await expectAccessible(page, "karte: domains ticked");
    // On a phone, too, the bar leaves most of the window to the list.
    const bar = await karte.getByRole("region", { name: inApp("Selection") }).boundingBox();
    expect(bar?.height).toBeLessThan(130);
    await picture(page, `ticked-${locale}-${width}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      karte.getByRole("button", { name: inDomains("Export selected as CSV") }).press("Enter"),
    ]);
    const [, ...exported] = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(exported.map((line) => line.split(",")[0])).toEqual([
      "one.example.com",
      "two.example.com",
    ]);
    await karte.getByRole("button", { name: inDomains("Add labels") }).press("Enter");
    await karte.getByRole("dialog").locator("[name=choice]").fill("大阪支店");
    await expectAccessible(page, "karte: a label for many domains");
    await picture(page, `label-${locale}-${width}`);
    await karte.getByRole("dialog").locator("[name=choice]").press("Enter");
    await karte.getByText(inDomains("Done. Domains changed: {done}", { done: "2" })).waitFor();
    await page.goto(inPortal("/activity"));
    const undo = karte.getByRole("button", { name: inActivity("Undo"), exact: true });
    await expectAccessible(page, "karte: a log with what can be undone");
    await picture(page, `undo-${locale}-${width}`);
    await undo.press("Enter");
    await karte.getByRole("cell", { name: inActivity("Bulk change undone") }).waitFor();
    await undo.waitFor({ state: "detached" });
    await page.goto(inPortal(`/site/list?q=${encodeURIComponent("大阪支店")}`));
    await karte
      .getByText(inDomains("Domains: {figure}", { figure: "0" }), { exact: true })
      .waitFor();

    // One domain's label, on its own page.
    await page.goto(inPortal("/site/list"));
    await named("one").press("Enter");
    await karte.getByRole("button", { name: inDomains("Change the labels") }).press("Enter");
    const labelling = karte.getByRole("dialog");
    await labelling.locator("[name=label]").fill("名古屋支店");
    await expectAccessible(page, "karte: the label of one domain");
    await picture(page, `label-one-${locale}-${width}`);
    await labelling.locator("[name=label]").press("Enter");
    await labelling.waitFor({ state: "detached" });
    await page.goto(inPortal(`/site/list?q=${encodeURIComponent("名古屋")}`));
    await named("one").waitFor();
    await named("two").waitFor({ state: "detached" });

    // Somebody answers for two of them; the list is sorted and narrowed by who does.
    await page.goto(inPortal("/site/list"));
    for (const name of ["one", "two"]) {
      const row = karte.getByRole("row").filter({ hasText: `${name}.example.com` });
      await row.getByRole("checkbox").press("Space");
    }
    await karte
      .getByRole("button", { name: inDomains("Responsible person"), exact: true })
      .press("Enter");
    const naming = karte.getByRole("dialog");
    await naming.locator("[name=choice]").selectOption({ index: 1 });
    await expectAccessible(page, "karte: who answers for many domains");
    await picture(page, `responsible-${locale}-${width}`);
    await naming.getByRole("button", { name: inDomains("Save"), exact: true }).press("Enter");
    await karte.getByText(inDomains("Done. Domains changed: {done}", { done: "2" })).waitFor();
    const sorting = karte
      .getByRole("columnheader", { name: inDomains("Responsible"), exact: true })
      .getByRole("button");
    await sorting.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("responsible");
    await page.goto(inPortal("/site/list?responsible=none"));
    await named("three").waitFor();
    await named("one").waitFor({ state: "detached" });
    await unfold(oneFilter);
    await karte
      .getByRole("button", { name: `${inDomains("Responsible")} ${inDomains("No one named")}` })
      .waitFor();

    // All that the list loads, as the browser counts it: 180 kB of brotli at most.
    await page.goto(inPortal("/site/list"));
    await karte.getByRole("link", { name: "three.example.com" }).waitFor();
    const guest = page.frames().find((one) => one.url().startsWith(product.karteOrigin));
    const transferred = await guest?.evaluate<number>(`
      ["navigation", "resource"]
        .flatMap((type) => performance.getEntriesByType(type))
        .filter(({ name }) => !new URL(name).pathname.startsWith("/v1/"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
    expect(transferred).toBeGreaterThan(100_000);
    expect(transferred).toBeLessThanOrEqual(180_000);

    // Of what nobody has there are no columns to choose.
    await page.goto(inPortal("/inventory?type=host,service"));
    await karte.getByRole("button", { name: inViews("Saved views"), exact: true }).waitFor();
    await karte
      .getByRole("button", { name: inViews("Columns"), exact: true })
      .waitFor({ state: "detached" });

    const isPhone = width < 768;
    await withMany(async (hold) => {
      await page.goto(inPortal("/site/list"));
      await karte.getByRole("row").nth(1).getByRole("checkbox").press("Space");
      await karte
        .getByRole("button", { name: inApp(isPhone ? "Select all" : "Select all matches") })
        .press("Enter");
      await karte.getByText(inApp("{figure} selected", { figure: "1,204" })).waitFor();
      await karte.getByRole("button", { name: inDomains("Add labels") }).press("Enter");
      const release = await hold();
      await karte.getByRole("dialog").locator("[name=choice]").fill("全社");
      await karte.getByRole("dialog").locator("[name=choice]").press("Enter");
      const along = inDomains("{reached} of {total}", { reached: "1,000", total: "1,204" });
      await karte.getByText(along).waitFor();
      await expectAccessible(page, "karte: a large act that goes on");
      await picture(page, `job-${locale}-${width}`);
      // Nothing is lost by a reload, and the other tab tells of it too.
      await page.reload();
      await karte.getByText(along).waitFor();
      await second.goto(inPortal("/site/list"));
      await there.getByText(along).waitFor();
      await release();
      const done = inDomains("Done. Domains changed: {done}", { done: "100" });
      await Promise.all([karte.getByText(done).waitFor(), there.getByText(done).waitFor()]);
      // The plan holds a hundred; what was left out is named.
      await karte
        .locator("summary")
        .filter({ hasText: inDomains("over plan limit") })
        .click();
      await karte.getByText("shop-0001.example.net").last().waitFor();
      await expectAccessible(page, "karte: what a large act left out");
      await picture(page, `job-done-${locale}-${width}`);
      await karte.getByRole("button", { name: inDomains("Undo"), exact: true }).press("Enter");
      await karte
        .getByText(inDomains("Undone. Domains restored: {done}", { done: "100" }))
        .waitFor();
    });
  }, 240_000);
});

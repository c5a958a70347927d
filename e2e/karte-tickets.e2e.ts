import { randomUUID } from "node:crypto";
import {
  type StrictTickets,
  startStrictTickets,
  strictConnections,
} from "@sekimori/karte-server/testing/strict-tickets";
import { kartePage } from "@sekimori/portal-contract/page-routes";
import type { Client } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { openKarteDatabase } from "./support/karte-database.ts";
import { Mailbox } from "./support/mailbox.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForPaid } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// From a finding to closed work: a ticket system is connected, a cause becomes a ticket by a press, what is
// said there comes back, and a check's word is passed on.

let strict: StrictTickets;
let product: RunningProduct;
let database: Client;
beforeAll(async () => {
  strict = await startStrictTickets(() => new Date());
  product = await runProduct({
    TRUSTED_PROXIES: "127.0.0.1,::1",
    OUTBOUND_LOOPBACK: strict.origin,
  });
  database = await openKarteDatabase(product);
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await strict?.close();
});

const inPortal = (path: string) => `${product.portalOrigin}${kartePage(path)}`;

/** Two open findings of two causes, in the latest workspace. */
async function sow(): Promise<readonly [string, string]> {
  const [domain, one, other] = [randomUUID(), randomUUID(), randomUUID()] as const;
  const of = (check: string) => ({
    ...{ check, category: "http", outcome: "absent", subject: null, unconfirmed: false },
    ...{ place: { host: "www.example.net" }, evidence: [] },
    summary: { ja: "ヘッダーがありません", en: "The header is missing" },
  });
  const workspace = "(select id from karte.workspace order by created_at desc limit 1)";
  await database.query(
    `insert into karte.domain (id, workspace_id, name, name_unicode, registrable, proof_token, added_at)
     values ($1, ${workspace}, 'example.net', 'example.net', 'example.net', '', now())`,
    [domain],
  );
  for (const [id, check, host] of [
    [one, "http-csp", "www.example.net"],
    [other, "http-sectxt", "shop.example.net"],
  ] as const) {
    await database.query(
      `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
         state, evidence_digest, first_seen_at, last_seen_at, due_on, report, cause, cause_version)
       values ($1::uuid, ${workspace}, $2, $1::uuid::text, $3, 4, $4, 2, 2, '', now() - interval '1 hour',
         now() - interval '1 hour', '2027-01-15', $5, $1::uuid::text, 1)`,
      [id, domain, check, host, of(check)],
    );
  }
  return [one, other];
}

/** What happens every quarter of an hour. */
const poll = () =>
  database.query(
    `select graphile_worker.add_job('karte.poll-tickets', json_build_object('dueAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))`,
  );

/** A scan has ended: what it saw is passed on to the ticket systems. */
const scanned = (finding: string) =>
  database.query(
    `with fixed as (update karte.finding set state = 4, closed_at = now() where id = $1 returning cause)
     select graphile_worker.add_job('karte.work-tickets', json_build_object(
       'workspace', t.workspace_id, 'system', t.system_id, 'poll', false))
     from karte.ticket t where t.cause = (select cause from fixed)`,
    [finding],
  );

describe.for([
  ["ja", 1280, "backlog"],
  ["en", 375, "jira"],
] as const)("tickets (%s, %i px, %s)", ([locale, width, kind]) => {
  const inSettings = sentencesOf("features/settings", locale, "karte");
  const inFindings = sentencesOf("features/findings", locale, "karte");
  const say = sentencesOf("app", locale, "karte");

  test("a system is connected, a press makes a ticket, and both sides hear of each other", async ({
    visit,
    address,
  }) => {
    strict.reset();
    const { project, user, secret, author } = strictConnections[kind];
    const { page } = await visit({ locale, width });
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForPaid(page, mailbox, locale, address("tickets"), product.portalOrigin);
    const karte = page.frameLocator("iframe");
    await page.goto(inPortal("/settings"));
    await karte.getByText(inSettings("No ticket systems connected yet.")).waitFor();
    await karte.getByRole("button", { name: inSettings("Connect a ticket system") }).click();
    const dialog = karte.getByRole("dialog");
    await dialog.locator("[name=kind]").selectOption(kind);
    await dialog.locator("[name=label]").fill("Acme");
    await dialog.locator("[name=url]").fill(strict.origin);
    await dialog.locator("[name=project]").fill(project);
    if (user !== null) await dialog.locator("[name=user]").fill(user);
    await dialog.locator("[name=secret]").fill("wrong");
    await expectAccessible(page, "karte: connecting a ticket system");
    await picture(page, `connect-${locale}-${width}`);
    const connect = dialog.getByRole("button", { name: inSettings("Connect"), exact: true });
    await connect.click();
    const refused =
      user === null
        ? say("The ticket system didn't accept the key, or the key may not do this.")
        : inSettings(
            "The ticket system didn't accept this user with this key, or they may not do this.",
          );
    await dialog.getByText(refused).first().waitFor();
    await picture(page, `refused-${locale}-${width}`);
    await dialog.locator("[name=secret]").fill(secret);
    await connect.click();
    const row = karte.getByRole("row", { name: /Acme/ });
    await row.getByText(inSettings("In use")).waitFor();
    await row.getByRole("button", { name: inSettings("Test {name}", { name: "Acme" }) }).click();
    await karte
      .getByText(
        inSettings("It answered: we can create tickets in {project} as {author}.", {
          project,
          author,
        }),
      )
      .waitFor();
    expect(await karte.locator("body").innerText()).not.toContain(secret);
    await expectAccessible(page, "karte: settings with a ticket system");
    await picture(page, `settings-${locale}-${width}`);

    const [finding, other] = await sow();
    await page.goto(inPortal(`/inventory/result?id=${finding}`));
    await karte.getByRole("button", { name: say("Create a ticket") }).click();
    await karte.getByRole("link", { name: /^SITE-1/ }).waitFor();
    expect(strict.issues[kind]).toHaveLength(1);
    await expectAccessible(page, "karte: a finding with a ticket");
    await picture(page, `finding-${locale}-${width}`);

    strict.person(kind, 1, "done");
    // As if it had been made a while ago: what we change there isn't looked at in the minutes after.
    await database.query("update karte.ticket set moved_at = null");
    await poll();
    await expect
      .poll(async () => {
        await page.reload();
        await karte.getByRole("link", { name: /^SITE-1/ }).waitFor();
        return karte.locator("body").innerText();
      })
      .toContain(say("We can't recheck until the domain's ownership is verified."));
    await karte
      .getByText(say({ message: "Marked as done, waiting for a recheck", context: "ticket" }))
      .waitFor();
    await picture(page, `said-done-${locale}-${width}`);

    await scanned(finding);
    await expect.poll(() => strict.issues[kind][0]?.comments.length).toBe(1);
    await page.reload();
    await karte
      .getByText(say({ message: "Fixed, confirmed by a scan", context: "ticket" }))
      .waitFor();

    await page.goto(inPortal("/inventory/result"));
    await karte.getByRole("checkbox", { name: /shop\.example\.net/ }).check();
    await karte.getByRole("button", { name: say("Create a ticket") }).click();
    await expect.poll(() => strict.issues[kind].length).toBe(2);
    await page.goto(inPortal(`/inventory/result?id=${other}`));
    await karte.getByRole("link", { name: /^SITE-2/ }).waitFor();
    await karte.getByText(inFindings("Last heard")).waitFor();

    await page.goto(inPortal("/settings"));
    const more = inSettings("More actions for {name}", { name: "Acme" });
    // Its name, and its key: one that isn't accepted is said at the field, and the one before stays.
    const act = async (item: string) => {
      await karte.getByRole("button", { name: more }).click();
      await karte.getByRole("menuitem", { name: inSettings(item), exact: true }).click();
      await karte.getByRole("dialog").waitFor();
    };
    const save = () =>
      karte
        .getByRole("dialog")
        .getByRole("button", { name: inSettings("Save"), exact: true })
        .click();
    await act("Change name and language");
    await expectAccessible(page, "karte: the name of a ticket system");
    await dialog.locator("[name=label]").fill("Acme");
    await dialog.locator("[name=language]").selectOption(locale === "ja" ? "en" : "ja");
    await save();
    await dialog.waitFor({ state: "detached" });
    await act("Replace the key");
    await dialog.locator("[name=secret]").fill("wrong");
    await save();
    await dialog.getByText(refused).first().waitFor();
    await expectAccessible(page, "karte: another key of a ticket system");
    await picture(page, `key-${locale}-${width}`);
    await dialog.locator("[name=secret]").fill(secret);
    await save();
    await dialog.waitFor({ state: "detached" });
    await karte.getByRole("button", { name: more }).click();
    await karte.getByRole("menuitem", { name: inSettings("Remove"), exact: true }).click();
    const sure = karte.getByRole("alertdialog");
    await sure.waitFor();
    await expectAccessible(page, "karte: removing a ticket system");
    await sure.getByRole("button", { name: inSettings("Remove"), exact: true }).click();
    await karte.getByText(inSettings("No ticket systems connected yet.")).waitFor();
  });
});

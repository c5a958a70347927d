import { kartePage } from "@sekimori/portal-contract/page-routes";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { SignUp, signUpForPaid } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// An owner invites a colleague, who signs up at the portal on the way and sees what was allowed.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

const kept =
  "As an owner, you can still make other members owners, transfer, leave or close the workspace, and export its data. If no one holds its contract anymore, you can move it to yours.";

const paysOnly =
  "When they accept, the workspace moves to their contract, with its limits and fees. Their role stays the same, and you can leave. Anything over their plan's limits becomes read-only.";

const inPortal = (path: string) => `${product.portalOrigin}${kartePage(path)}`;

describe.for(["ja", "en"] as const)("people (%s)", (locale) => {
  const say = sentencesOf("features/people", locale, "karte");
  const inApp = sentencesOf("app", locale, "karte");
  const inImports = sentencesOf("features/imports", locale, "karte");
  const inDomains = sentencesOf("features/domains", locale, "karte");
  const inWorkspaces = sentencesOf("features/workspaces", locale, "karte");

  /** Follows the link of the invitation, and registers at the portal on the way. */
  async function joinByMail(theirs: Page, mailbox: Mailbox, colleague: string) {
    await theirs.goto(await mailbox.link(colleague, "/invitation"));
    await theirs.getByText(colleague).first().waitFor();
    await expectAccessible(theirs, "karte: an invitation is opened");
    await theirs.getByRole("button", { name: say("Join"), exact: true }).click();
    const signUp = new SignUp(theirs, mailbox, locale, colleague);
    await signUp.at("/register");
    await signUp.button(signUp.words.startFree).click();
    await signUp.verify();
    await signUp.fillPersonal();
    await signUp.review();
    await signUp.confirm("free");
    await signUp.agree("free", kartePage("/"));
  }

  test("an invited colleague signs up without plan or card, and sees only the group allowed", async ({
    visit,
    address,
  }) => {
    const { page, newTab } = await visit({ locale });
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForPaid(page, mailbox, locale, address("owner"), product.portalOrigin);
    const karte = page.frameLocator("iframe");
    await page.goto(inPortal("/site/bulk-registration"));
    await karte
      .getByRole("textbox")
      .fill("domain,label,groups\nshop.example.com,,Shops\nsecret.example.com,,\n");
    await karte.getByRole("button", { name: inImports("Check rows") }).click();
    await karte.getByRole("button", { name: inImports("Add domains") }).click();
    await karte.getByRole("link", { name: "secret.example.com" }).waitFor();

    await page.goto(inPortal("/user-management"));
    await karte.getByRole("heading", { level: 1, name: say("User management") }).waitFor();
    await expectAccessible(page, "karte: people");
    const invite = karte.getByRole("button", { name: say("Invite people") });
    await invite.click();
    const dialog = karte.getByRole("dialog");
    const send = dialog.getByRole("button", { name: say("Send invitations") });
    await dialog.locator("[name=emails]").fill("one@people.example\nnowhere");
    await send.click();
    await dialog
      .getByText(say("“{address}” isn't an email address.", { address: "nowhere" }))
      .first()
      .waitFor();
    const colleague = address("colleague");
    const second = address("second");
    await dialog.locator("[name=emails]").fill(`${colleague}\n${second}`);
    await dialog.getByRole("radio", { name: say("Only domains in selected groups") }).check();
    await dialog.getByRole("checkbox", { name: "Shops" }).check();
    await expectAccessible(page, "karte: an invitation");
    await send.click();
    await dialog.waitFor({ state: "hidden" });
    await karte.getByRole("rowheader", { name: second }).waitFor();
    await karte
      .getByRole("button", { name: say("Withdraw the invitation of {email}", { email: second }) })
      .click();
    await karte
      .getByRole("alertdialog")
      .getByRole("button", { name: say("Withdraw"), exact: true })
      .click();
    await karte.getByRole("rowheader", { name: second }).waitFor({ state: "hidden" });

    const { page: theirs } = await visit({ locale, width: 375 });
    await joinByMail(theirs, mailbox, colleague);
    const seen = theirs.frameLocator("iframe");
    await theirs.goto(inPortal("/site/list"));
    await seen.getByRole("link", { name: "shop.example.com" }).waitFor();
    expect(await seen.getByRole("link", { name: "secret.example.com" }).count()).toBe(0);
    await seen.getByText(inApp("Viewer"), { exact: true }).waitFor();
    // What the role does not open is said, not shown empty.
    await theirs.goto(inPortal("/user-management"));
    await seen.getByText(inApp("Your role can't open this page")).waitFor();
    await expectAccessible(theirs, "karte: a page that the role does not open");

    // The link is used up.
    const { page: stranger } = await visit({ locale });
    await stranger.goto(await mailbox.link(colleague, "/invitation"));
    await stranger.getByText(say("This invitation is no longer valid")).waitFor();

    // Raised to a role that sees everything, and asked to become an owner.
    await page.goto(inPortal("/user-management"));
    const row = karte.getByRole("row").filter({ hasText: colleague });
    await row.getByRole("button").click();
    await karte.getByRole("menuitem", { name: say("Change role"), exact: true }).click();
    await dialog.locator("[name=role][value=member]").check();
    await expectAccessible(page, "karte: a member's role");
    await dialog.getByRole("button", { name: say("Save"), exact: true }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await row.getByText(inApp("Member"), { exact: true }).waitFor();
    await theirs.goto(inPortal("/site/list"));
    await seen.getByRole("link", { name: "secret.example.com" }).waitFor();
    await page.goto(inPortal("/workspace"));
    await karte.getByRole("button", { name: inWorkspaces("Transfer ownership") }).click();
    const receiver = dialog.locator("[name=to]");
    const ask = dialog.getByRole("button", { name: inWorkspaces("Send request"), exact: true });
    // Until the members are there, nothing can be sent.
    await receiver.waitFor();
    await ask.press("Enter");
    await expect.poll(() => receiver.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page, "karte: a transfer to nobody");
    await receiver.selectOption({ index: 1 });
    await ask.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await karte.getByRole("button", { name: inWorkspaces("Withdraw request") }).waitFor();

    // In two other tabs somebody is about to change their role and to hand the contract to them.
    const roleTab = await newTab();
    await roleTab.goto(inPortal("/user-management"));
    const inRoles = roleTab.frameLocator("iframe");
    await inRoles.getByRole("row").filter({ hasText: colleague }).getByRole("button").click();
    await inRoles.getByRole("menuitem", { name: say("Change role"), exact: true }).click();
    const roles = inRoles.getByRole("dialog");
    await roles.locator("[name=role][value=admin]").check();
    const offerTab = await newTab();
    await offerTab.goto(inPortal("/workspace"));
    const inOffers = offerTab.frameLocator("iframe");
    await inOffers.getByRole("button", { name: inWorkspaces("Transfer contract") }).click();
    const offers = inOffers.getByRole("dialog");
    await offers.locator("[name=to]").selectOption({ index: 1 });

    // Their role is changed meanwhile: what is saved and what was chosen stand beside each other.
    await page.goto(inPortal("/user-management"));
    await karte.getByRole("row").filter({ hasText: colleague }).getByRole("button").click();
    await karte.getByRole("menuitem", { name: say("Change role"), exact: true }).click();
    await karte.getByRole("dialog").locator("[name=role][value=viewer]").check();
    await karte
      .getByRole("dialog")
      .getByRole("radio", { name: say("All domains") })
      .check();
    await karte
      .getByRole("dialog")
      .getByRole("button", { name: say("Save"), exact: true })
      .click();
    await karte.getByRole("dialog").waitFor({ state: "detached" });
    await roles.getByRole("button", { name: say("Save"), exact: true }).click();
    const both = roles
      .getByRole("alert")
      .filter({ hasText: say("Someone changed this while you were editing") });
    await both.getByText(inApp("Viewer"), { exact: true }).waitFor();
    await both.getByText(inApp("Administrator"), { exact: true }).waitFor();
    await expectAccessible(roleTab, "karte: a role that was changed meanwhile");
    await both.getByRole("button", { name: say("Keep what I entered") }).click();
    await both.waitFor({ state: "detached" });
    expect(await roles.locator("[name=role][value=admin]").isChecked()).toBe(true);

    // Taken out while they work: the next thing they ask for is refused, with the reason.
    await theirs.goto(inPortal("/site/list"));
    await seen.getByRole("link", { name: "shop.example.com" }).waitFor();
    await page.goto(inPortal("/user-management"));
    await karte.getByRole("row").filter({ hasText: colleague }).getByRole("button").click();
    await karte.getByRole("menuitem", { name: say("Remove"), exact: true }).click();
    await karte
      .getByRole("alertdialog")
      .getByRole("button", { name: say("Remove"), exact: true })
      .click();
    await karte.getByRole("row").filter({ hasText: colleague }).waitFor({ state: "hidden" });
    await theirs.reload();
    await seen.getByText(inApp("You're not in a workspace yet")).waitFor();
    expect(await seen.getByRole("link", { name: "shop.example.com" }).count()).toBe(0);

    // What is refused because of it stands above the form, in both of the other tabs.
    await roles.getByRole("button", { name: say("Save"), exact: true }).press("Enter");
    await roles.getByRole("alert").getByText(inApp("Target does not exist.")).waitFor();
    await expectAccessible(roleTab, "karte: a role that is refused");
    await offers
      .getByRole("button", { name: inWorkspaces("Send request"), exact: true })
      .press("Enter");
    await offers.getByRole("alert").getByText(inApp("Target does not exist.")).waitFor();
    await expectAccessible(offerTab, "karte: a transfer that is refused");
  }, 240_000);

  test("an owner whom the plan has no room for makes somebody an owner, and takes the contract back", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    const mailbox = new Mailbox(product.sandboxOrigin);
    const payer = address("payer");
    await signUpForPaid(page, mailbox, locale, payer, product.portalOrigin);
    const karte = page.frameLocator("iframe");
    const dialog = karte.getByRole("dialog");
    await page.goto(inPortal("/user-management"));
    await karte.getByRole("button", { name: say("Invite people") }).click();
    const colleague = address("free");
    await dialog.locator("[name=emails]").fill(colleague);
    await dialog.locator("[name=role][value=admin]").check();
    await dialog.getByRole("button", { name: say("Send invitations") }).click();
    await dialog.waitFor({ state: "hidden" });
    const { page: theirs } = await visit({ locale, width: 375 });
    await joinByMail(theirs, mailbox, colleague);
    const seen = theirs.frameLocator("iframe");

    // The workspace moves to a free contract, which holds one person: whoever accepts it.
    await handContract(page);
    await acceptContract(theirs);
    // Whoever offered it hears of it behind the bell, and by email.
    await page.goto(inPortal("/alerts"));
    await karte.getByRole("link", { name: inApp("Your request was accepted") }).waitFor();
    await expectAccessible(page, "karte: an offer that was accepted");
    await mailbox.newest(
      payer,
      { ja: /契約の引き受けが承諾されました/, en: /transfer the contract was accepted/ }[locale],
    );
    const rowOf = (frame: FrameLocator) => frame.getByRole("row").filter({ hasText: colleague });
    await theirs.goto(inPortal("/user-management"));
    const room = "{used} people, including invitations; the plan has room for {limit}";
    await seen.getByText(say(room, { used: "2", limit: "1" })).waitFor();
    await seen
      .getByText(say("Upgrade your plan on My Page, or remove or suspend members here."))
      .waitFor();
    await expectAccessible(theirs, "karte: people, more than the plan has room for");
    await changeRole(theirs, rowOf(seen), "admin");
    await page.goto(inPortal("/user-management"));
    await karte.getByText(inApp("You have view-only access")).waitFor();
    await karte.getByText(inApp(kept)).waitFor();
    await expectAccessible(page, "karte: people, to an owner whom the plan has no room for");
    expect(await karte.getByRole("button", { name: say("Invite people") }).count()).toBe(0);
    await page.goto(inPortal("/site/list"));
    await karte.getByText(inApp(kept)).waitFor();
    expect(await karte.getByRole("button", { name: inDomains("Add a domain") }).count()).toBe(0);

    // As the only owner they may not go, and so make the other one an owner: no other role.
    await page.goto(inPortal("/workspace"));
    for (const name of ["Transfer ownership", "Close workspace", "Leave workspace"])
      await karte.getByRole("button", { name: inWorkspaces(name) }).waitFor();
    expect(await karte.getByRole("button", { name: inWorkspaces("Rename") }).count()).toBe(0);
    await karte.getByRole("button", { name: inWorkspaces("Leave workspace") }).click();
    await dialog
      .getByText(
        inWorkspaces(
          "You're its only owner. Make another member an owner, or transfer ownership to one.",
        ),
      )
      .waitFor();
    await expectAccessible(page, "karte: the only owner can't leave");
    expect(await karte.getByRole("alertdialog").count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.goto(inPortal("/user-management"));
    await changeRole(page, rowOf(karte), "owner", ["admin", "owner"]);

    await handContract(theirs);
    await acceptContract(page);
    await page.goto(inPortal("/user-management"));
    await karte.getByRole("button", { name: say("Invite people") }).waitFor();
    expect(await karte.getByText(inApp("You have view-only access")).count()).toBe(0);

    // Whoever pays is an owner no more, offers the contract all the same, and goes.
    await changeRole(page, karte.getByRole("row").filter({ hasText: say("You") }), "viewer");
    await page.goto(inPortal("/workspace"));
    await karte.getByRole("button", { name: inWorkspaces("Transfer contract") }).waitFor();
    expect(
      await karte.getByRole("button", { name: inWorkspaces("Transfer ownership") }).count(),
    ).toBe(0);
    await expectAccessible(page, "karte: the workspace, to a viewer who holds its contract");
    await handContract(page, inWorkspaces(paysOnly));
    await acceptContract(theirs);
    await page.goto(inPortal("/workspace"));
    await karte.getByRole("button", { name: inWorkspaces("Leave workspace") }).click();
    const leaving = karte.getByRole("alertdialog");
    await leaving.getByRole("button", { name: inWorkspaces("Leave"), exact: true }).click();
    await leaving.waitFor({ state: "detached" });
    await theirs.goto(inPortal("/user-management"));
    await rowOf(seen).waitFor();
    expect(await seen.getByRole("row").filter({ hasText: "@people.example" }).count()).toBe(1);
  }, 300_000);

  /** Offers the other member that the workspace lives on their contract. @param says what that means. */
  async function handContract(page: Page, says?: string) {
    const karte = page.frameLocator("iframe");
    await page.goto(inPortal("/workspace"));
    await karte.getByRole("button", { name: inWorkspaces("Transfer contract") }).click();
    const dialog = karte.getByRole("dialog");
    if (says) await dialog.getByText(says).waitFor();
    await dialog.locator("[name=to]").selectOption({ index: 1 });
    await dialog.getByRole("button", { name: inWorkspaces("Send request"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }

  async function acceptContract(page: Page) {
    const karte = page.frameLocator("iframe");
    await page.goto(inPortal("/workspace"));
    const accept = { name: inWorkspaces("Accept"), exact: true };
    await karte.getByRole("button", accept).click();
    const asked = karte.getByRole("alertdialog");
    await asked.getByRole("button", accept).click();
    await asked.waitFor({ state: "detached" });
  }

  /** @param offered the roles that can be chosen, where nothing else may be done with the member. */
  async function changeRole(page: Page, row: Locator, role: string, offered?: readonly string[]) {
    const karte = page.frameLocator("iframe");
    await row.getByRole("button").click();
    const change = karte.getByRole("menuitem", { name: say("Change role"), exact: true });
    await change.waitFor();
    if (offered) expect(await karte.getByRole("menuitem").count()).toBe(1);
    await change.click();
    const dialog = karte.getByRole("dialog");
    const choice = dialog.locator(`[name=role][value=${role}]`);
    await choice.waitFor();
    if (offered) {
      const values = await dialog
        .locator("[name=role]")
        .evaluateAll((radios) => radios.map((radio) => radio.getAttribute("value")));
      expect(values).toEqual(offered);
      await expectAccessible(page, "karte: a role, to an owner whom the plan has no room for");
    }
    await choice.check();
    const save = dialog.getByRole("button", { name: say("Save"), exact: true });
    await save.click();
    if (role === "viewer") {
      // What somebody sees who becomes a viewer is asked.
      await dialog.getByText(say("Select what they can see.")).waitFor();
      await dialog.getByLabel(say("All domains"), { exact: true }).check();
      await save.click();
    }
    await dialog.waitFor({ state: "detached" });
  }
});

// A menu knows no language.
test("a row's menu opens again by mouse after Escape, at each width", async ({
  visit,
  address,
}) => {
  const { page } = await visit({ reducedMotion: "no-preference" });
  const mailbox = new Mailbox(product.sandboxOrigin);
  await signUpForPaid(page, mailbox, "ja", address("alone"), product.portalOrigin);
  const karte = page.frameLocator("iframe");
  const menu = karte.getByRole("menu");
  const button = karte.getByRole("row").getByRole("button");
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(inPortal("/user-management"));
    for (const _ of ["first", "again", "once more"]) {
      await button.click({ timeout: 10_000 });
      await menu.waitFor();
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
    }
    // The focus is back as by keyboard, so that the exact times of the row show: none to be pressed.
    const times = await karte.locator(".moment").evaluateAll((all) =>
      all.map((time) => {
        const style = time.ownerDocument.defaultView?.getComputedStyle(time, "::after");
        return { shown: style?.display, pointer: style?.pointerEvents };
      }),
    );
    expect(times, `${width} px`).toEqual(Array(2).fill({ shown: "block", pointer: "none" }));
  }
}, 240_000);

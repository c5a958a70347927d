import type { TestClient } from "@sekimori/kit-development/testing";
import {
  answerPrice,
  cancelContract,
  getContract,
  getUpgrade,
  undoCancellation,
  upgrade,
} from "@sekimori/portal-contract/endpoints/contract";
import { listInvoices } from "@sekimori/portal-contract/endpoints/invoice";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { agreeConsent, service } from "@sekimori/portal-contract/endpoints/sign-up";
import { describe, expect, test, vi } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import {
  added,
  freeeAccounts,
  moneyForwardAccounts,
  moneySubjects,
  salesOf,
} from "../../testing/money-told.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { endContracts } from "../contract/contract-jobs.ts";
import { sendContractNotices } from "../contract/contract-notices.ts";
import { accountingExport } from "../operator/accounting-export.ts";
import { billingMonth } from "../operator/billing-month.ts";
import { announcePrice } from "../operator/prices.ts";
import { addDays, addMonths, type CalendarDay, tokyoMoment } from "../plan/plan-dates.ts";
import { collectPayments, runBilling } from "./billing-run.ts";
import { invoiceDocument } from "./invoice-documents.ts";
import { reconcile } from "./reconcile.ts";

type Locale = "ja" | "en";

/** One member's life with the service, lived day by day; the clock is the portal's and the company's. */
class Life {
  day: CalendarDay;
  readonly #portal: TestPortal;
  readonly browser: TestClient;
  readonly locale: Locale;
  email = "";

  constructor(portal: TestPortal, locale: Locale, day: CalendarDay) {
    this.#portal = portal;
    this.locale = locale;
    this.day = day;
    this.browser = portal.browser();
  }

  #set(moment: Date): void {
    this.#portal.clock.set(moment);
    this.#portal.sandbox.clock.set(moment);
  }

  /** Lets days pass up to one, with what the jobs do on each. */
  async until(day: CalendarDay): Promise<void> {
    const { context } = this.#portal;
    while (this.day < day) {
      this.day = addDays(this.day, 1);
      this.#set(tokyoMoment(this.day, 0.2));
      await endContracts(context, this.day);
      await runBilling(context, this.day);
      this.#set(tokyoMoment(this.day, 10.01));
      await sendContractNotices(context, this.day);
      await collectPayments(context);
    }
  }

  /** Signs in anew: a session is over after eight hours. */
  async signedIn(): Promise<TestClient> {
    const { email, locale } = this;
    await this.browser.call(signIn, { body: { email, password, locale } });
    return this.browser;
  }

  async card(number: string): Promise<void> {
    const browser = await this.signedIn();
    const cardToken = await this.#portal.company.token(number);
    await replaceCardAsShown(browser, cardToken);
  }

  async start(number: string): Promise<void> {
    this.#set(tokyoMoment(this.day, 12));
    const { browser, locale } = this;
    const { email } = await signUpTo(this.#portal, browser, "account", {
      plan: "detailed",
      locale,
    });
    this.email = email;
    await submitCard(this.#portal, browser, number);
    const { agreement, shown } = await browser.call(service, {});
    const documents = agreement?.documents ?? [];
    const terms = { documents, shown: shown ?? "", agreed: true as const };
    const agreed = { ...terms, promotionalMail: false, locale };
    await browser.call(agreeConsent, { body: agreed });
  }

  subjects(): string[] {
    return this.#portal.mails.to(this.email).map(({ subject }) => subject);
  }
}

describe.each(["ja", "en"] as const)("fourteen months (%s)", (locale) => {
  test("of trial, twelve charges, a late month, a new card, a new price, down, up and the end agree to the yen", async () => {
    const portal = await startTestPortal({}, { scheduled: false });
    try {
      const life = new Life(portal, locale, "2026-11-20");
      await life.start("5555550000001000");
      const state = async () => (await life.signedIn()).call(getContract, {});
      expect(await state()).toMatchObject({ state: "trial", nextBillingOn: "2027-01-01" });

      await life.until("2026-12-25");
      await life.until("2027-02-10");
      // March fails, is tried again after one and three days, and is paid after seven.
      await life.card(cards.chargeRecovers);
      await life.until("2027-03-07");
      expect(await state()).toMatchObject({ state: "active" });
      await life.until("2027-03-20");
      await life.card("3530110000001008");

      await life.until("2027-04-15");
      const by = { operator: "Sato" };
      const price = { effectiveOn: "2027-07-01", monthlyPrice: 13_200, taxPercent: 10 };
      await announcePrice(portal.context, by, price);
      await life.until("2027-04-20");
      const browser = await life.signedIn();
      const { effectiveOn, monthlyPrice } = price;
      const body = { effectiveOn, monthlyPrice, accepted: true, locale: "en" } as const;
      await browser.call(answerPrice, { body });

      await life.until("2027-09-10");
      await (await life.signedIn()).call(cancelContract, { body: {} });
      await life.browser.call(undoCancellation, { body: {} });
      await life.browser.call(cancelContract, { body: {} });
      await life.until("2027-10-15");
      expect((await (await life.signedIn()).call(getMyProfile, {})).plan.id).toBe("free");
      const { confirmation, shown } = await life.browser.call(getUpgrade, {});
      expect(confirmation).toMatchObject({
        hasTrial: false,
        trialEndsOn: "2027-10-31",
        firstChargeOn: "2027-11-01",
        monthlyPrice: 13_200,
      });
      const { documents } = confirmation;
      await life.browser.call(upgrade, { body: { documents, shown, agreed: true, locale } });

      await life.until("2028-01-10");
      await (await life.signedIn()).call(cancelContract, { body: {} });
      await life.until("2028-02-02");
      expect(await state()).toMatchObject({ plan: "free", state: "active", nextBillingOn: null });

      // The member's own invoices.
      const { invoices } = await life.browser.call(listInvoices, { query: {} });
      const months = invoices.map(({ period, total, state: at }) => `${period} ${total} ${at}`);
      const expected = [
        ...["01", "02", "03"].map((month) => `2027-${month}-01 11000 paid`),
        "2027-04-01 11030 paid",
        ...["05", "06"].map((month) => `2027-${month}-01 11000 paid`),
        ...["07", "08", "09", "11", "12"].map((month) => `2027-${month}-01 13200 paid`),
        "2028-01-01 13200 paid",
      ];
      expect(months.toReversed()).toEqual(expected);
      const sum = invoices.reduce((all, { total }) => all + total, 0);
      expect(sum).toBe(145_230);

      // The books, the payment company, the operator's months and the accounting files.
      const { rows } = await portal.database.pool.query(
        "select account, sum(amount)::int as yen from portal.ledger_entry group by 1",
      );
      const books = Object.fromEntries(rows.map(({ account, yen }) => [account, yen]));
      // What the company was paid it owes, or has paid out, or has kept as its fee.
      expect(books.gateway + (books.bank ?? 0) + (books.fees ?? 0)).toBe(sum);
      expect(books).toMatchObject({
        revenue: -132_000,
        tax: -13_200,
        "late-charge": -30,
      });
      expect(books.receivable ?? 0).toBe(0);
      let [charged, differences] = [0, 0];
      let freee: Record<string, number> = {};
      let journal: Record<string, number> = {};
      for (let month = "2026-11-01"; month <= "2028-01-01"; month = addMonths(month, 1)) {
        charged += (await billingMonth(portal.context, month)).total.paid.yen;
        const files = await Promise.all(
          (["freee", "moneyforward"] as const).map((format) =>
            accountingExport(portal.context, month, format),
          ),
        );
        freee = added(freee, freeeAccounts(files[0] ?? ""));
        journal = added(journal, moneyForwardAccounts(files[1] ?? ""));
      }
      expect(charged).toBe(sum);
      const filed = { sales: 145_200, late: 30, owed: 0, taken: sum };
      expect([salesOf(freee), salesOf(journal)]).toEqual([filed, filed]);
      for (const day of ["2027-01-01", "2027-03-08", "2027-04-01", "2028-01-01"]) {
        differences += (await reconcile(portal.context, day)).length;
      }
      expect(differences).toBe(0);

      // What was mailed, in the member's language.
      const said = moneySubjects[locale];
      await vi.waitFor(
        () => expect(life.subjects().filter((one) => said.paid.test(one))).toHaveLength(12),
        10_000,
      );
      const count = (pattern: RegExp) => life.subjects().filter((one) => pattern.test(one)).length;
      expect({
        first: count(said.first),
        failed: count(said.failed),
        price: count(said.price),
        cancelled: count(said.cancelled),
        undone: count(said.undone),
        ended: count(said.ended),
      }).toEqual({ first: 1, failed: 3, price: 1, cancelled: 3, undone: 1, ended: 2 });

      // Each document can be had.
      const issued = await portal.database.db.selectFrom("portal.invoice").selectAll().execute();
      for (const invoice of issued) {
        const pdf = await invoiceDocument(portal.context, invoice, locale);
        expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      }
      process.stdout.write(
        `fourteen months (${locale}): ${invoices.length} invoices, ${sum} yen with members, in the books, at the company, in two accounting files; ${life.subjects().length} mails; 0 yen of difference\n`,
      );
    } finally {
      await portal.close();
    }
  }, 240_000);
});

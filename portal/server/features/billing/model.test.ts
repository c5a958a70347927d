import { randomUUID } from "node:crypto";
import { createTestDatabase } from "@sekimori/kit-development/testing";
import { movableClock } from "@sekimori/kit-server/clock";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { expect, test } from "vitest";
import type { PortalContext } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { createPortal } from "../../portal.ts";
import { portalSettingsSchema } from "../../settings.ts";
import { MemoryMailer } from "../../testing/memory-mailer.ts";
import { individual } from "../../testing/sign-up-calls.ts";
import { testEnvironment } from "../../testing/test-portal.ts";
import { insertAccount, updateAccount } from "../account/account-repository.ts";
import { sealCardHolder } from "../account/card-holder.ts";
import { endContracts } from "../contract/contract-jobs.ts";
import { insertTrial } from "../contract/contract-repository.ts";
import {
  answerPrice,
  beginContract,
  cancelContract,
  offerUpgrade,
  undoCancellation,
  upgradeContract,
} from "../contract/contract-service.ts";
import { releaseContract } from "../operator/billing-acts.ts";
import { announcePrice } from "../operator/prices.ts";
import {
  addDays,
  addMonths,
  type CalendarDay,
  calendarDay,
  firstBillingDay,
  tokyoMoment,
} from "../plan/plan-dates.ts";
import { startOf } from "../plan/plan-terms.ts";
import { collectPayments, runBilling } from "./billing-run.ts";
import { newPayLink } from "./pay-link.ts";
import { payByLink } from "./pay-link-service.ts";
import { payUnpaid } from "./pay-unpaid.ts";
import { refundInvoice } from "./refund-service.ts";
import { settleRefunds } from "./settle-refunds.ts";
import { LedgerModel } from "./testing/ledger-model.ts";
import { StubbornCompany, seededRandom } from "./testing/stubborn-company.ts";
import { settleWaitingCharges } from "./waiting-charges.ts";

// Every member is a history of its own: full size is ten thousand of them.
const histories =
  process.env.SEKIMORI_BILLING === "full"
    ? 10_000
    : Number(process.env.SEKIMORI_BILLING_HISTORIES ?? 60);
/** What people and operators do grows with their number. */
const actsPerDay = Math.ceil(histories / 60);
const months = 14;
/**
 * The full size lives through other histories each time. The seed repeats what people choose and not
 * the order in which workers get to it, so two runs with one seed are alike and not the same.
 */
const seed = Number(
  process.env.SEKIMORI_SEED ??
    (process.env.SEKIMORI_BILLING === "full" ? Date.now() % 1_000_000 : 20_261_123),
);
const firstPrice = 11_000;
/** How far through the months a price is announced, and what it is. */
const newPrices = [
  { afterMonths: 3, monthlyPrice: 12_100 },
  { afterMonths: 8, monthlyPrice: 9_900 },
];

const prices = [
  { plan: "detailed", effectiveOn: "0001-01-01", monthlyPrice: firstPrice, taxPercent: 10 },
] as const;
const client = { ipAddress: "127.0.0.1", device: "" };

/** Each has one session, of the account's own name. */
const memberOf = (account: string) => ({ account_id: account, session_id: account });

/** One town of members, lived through by the product and by the model side by side. */
class Town {
  readonly model = new LedgerModel(firstPrice);
  readonly accounts: string[] = [];
  readonly did: Record<string, number> = {};
  readonly #context: PortalContext;
  readonly #company: StubbornCompany;
  readonly #random: () => number;
  readonly #told = new Set<string>();

  constructor(context: PortalContext, company: StubbornCompany, random: () => number) {
    this.#context = context;
    this.#company = company;
    this.#random = random;
  }

  async moveIn(day: CalendarDay): Promise<void> {
    const now = this.#context.clock.now();
    for (let index = 0; index < histories; index++) {
      const accountId = randomUUID();
      const startedOn = addDays(day, index % 28);
      const hadTrial = index % 3 === 0;
      await transaction(this.#context.db, async (tx) => {
        await insertAccount(tx, this.#context.sealer, {
          id: accountId,
          emailDigest: accountId,
          personal: { email: `${accountId}@example.com`, information: individual },
          language: index % 2 === 0 ? "ja" : "en",
          passwordHash: null,
          external: null,
          createdAt: now,
        });
        await updateAccount(tx, accountId, { is_agree_service: true });
        const trial = { plan: "detailed", accountId, cardDigest: null, startedOn } as const;
        if (hadTrial) await insertTrial(tx, trial);
        const conditions = { prices, trialMonths: 1, mayTry: !hadTrial, hasFreeDays: true };
        const start = startOf("detailed", startedOn, conditions);
        await beginContract(tx, { accountId, start, cardDigest: null, now });
        const card = randomUUID();
        await tx
          .insertInto("portal.card")
          .values({
            id: card,
            account_id: accountId,
            gateway: this.#company.gateway.name,
            gateway_card: this.#company.newCard(),
            brand: "visa",
            last4: "1003",
            expiry_month: 12,
            expiry_year: 2099,
            holder: sealCardHolder(this.#context.sealer, card, "HANAKO SEKI"),
            created_at: now,
          })
          .execute();
        // A browser that stays signed in for as long as the history goes on.
        await tx
          .insertInto("portal.session")
          .values({
            id: accountId,
            token_digest: accountId,
            account_id: accountId,
            created_at: now,
            authenticated_at: now,
            last_seen_at: now,
            expires_at: new Date("2100-01-01"),
            device: "",
            ip_address: client.ipAddress,
          })
          .execute();
      });
      this.accounts.push(accountId);
      this.model.join(accountId, startedOn, hadTrial);
    }
  }

  async bill(day: CalendarDay): Promise<void> {
    await endContracts(this.#context, day);
    this.model.bill(day);
    // A killed process leaves its attempts as they are; the next one finds them.
    this.#company.mayDie = this.#random() < 0.3;
    await runBilling(this.#context, day).catch(this.#company.ignoreDeath);
    this.#company.mayDie = false;
    await runBilling(this.#context, day);
    await this.#hear();
  }

  async collect(): Promise<void> {
    await collectPayments(this.#context);
    await this.#hear();
    const resting = await this.#context.db
      .selectFrom("portal.contract")
      .select("account_id")
      .where("suspended_on", "is not", null)
      .where("ended_on", "is", null)
      .execute();
    for (const { account_id: account } of resting) this.model.rest(account);
    await this.#release();
  }

  /** What no answer came for in a day is parked; the operator looks, and the company knows nothing. */
  async #release(): Promise<void> {
    const parked = await this.#context.db
      .selectFrom("portal.parked_contract")
      .select("contract_id")
      .where("reason", "=", "unknown-charge")
      .execute();
    for (const { contract_id: contract } of parked) {
      await releaseContract(this.#context, { operator: "model" }, contract);
      this.did.released = (this.did.released ?? 0) + 1;
    }
  }

  /** Tells the model what the company took and the product has heard of. */
  async #hear(): Promise<void> {
    const news = [...this.#company.charges].filter(
      ([key, { succeeded, toldOn }]) => succeeded && toldOn !== null && !this.#told.has(key),
    );
    if (news.length === 0) return;
    const rows = await this.#context.db
      .selectFrom("portal.charge_attempt as attempt")
      .innerJoin("portal.invoice as invoice", "invoice.id", "attempt.invoice_id")
      .select(["idempotency_key", "invoice.account_id", "invoice.period", "invoice.issued_on"])
      .where("idempotency_key", "in", news.map(([key]) => key).slice(0, 30_000))
      .execute();
    const nameOf = new Map(
      rows.map((row) => [row.idempotency_key, `${row.account_id} ${row.period} ${row.issued_on}`]),
    );
    for (const [key, { askedOn, toldOn }] of news) {
      const name = nameOf.get(key);
      if (name === undefined || toldOn === null) continue;
      this.#told.add(key);
      this.model.paid(name, askedOn, toldOn);
    }
  }

  /** Something a member may try; the model does it too when the product allowed it. */
  async #act(name: string, work: () => Promise<void>, then: () => void): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return;
    }
    this.did[name] = (this.did[name] ?? 0) + 1;
    then();
  }

  async actOf(account: string, day: CalendarDay): Promise<void> {
    const context = this.#context;
    const dice = this.#random();
    if (dice < 0.3) {
      const work = () => cancelContract(context, memberOf(account), client);
      await this.#act("cancellations", work, () => this.model.cancel(account, day));
      if (dice > 0.15) return;
      const back = () => undoCancellation(context, memberOf(account), client);
      await this.#act("taken back", back, () => this.model.undo(account));
    } else if (dice < 0.5) {
      await this.#payUp();
      // Whoever pays on a month's last day is billed again on the 1st: the model is told before.
      await this.#hear();
    } else {
      await this.#refund(account);
    }
  }

  /** One of those who owe something pays: all of it on My Page, or one month by a mail's link. */
  async #payUp(): Promise<void> {
    const context = this.#context;
    const open = await context.db
      .selectFrom("portal.invoice")
      .select(["id", "account_id"])
      .where("state", "in", ["open", "uncollectible"])
      .where("kind", "=", "invoice")
      .execute();
    const one = open[Math.floor(this.#random() * open.length)];
    if (!one) return;
    if (this.#random() < 0.5) {
      await this.#holderDecides(await payUnpaid(context, one.account_id), one.account_id);
      return;
    }
    const token = await transaction(context.db, (tx) =>
      newPayLink(tx, one.id, context.clock.now()),
    );
    const { authenticateAt } = await payByLink(context, token);
    await this.#holderDecides(authenticateAt, one.account_id);
  }

  /** At the issuer's page: one proves who they are, cannot, or leaves; and comes back or does not. */
  async #holderDecides(first: string | null, account: string): Promise<void> {
    for (let page = first; page !== null; ) {
      const dice = this.#random();
      const did = dice < 0.6 ? "proved" : dice < 0.75 ? "not proved" : "left";
      this.did[did] = (this.did[did] ?? 0) + 1;
      if (did === "left") return;
      this.#company.decideAtIssuer(page, did === "proved");
      // Who does not come back is asked about by the next run.
      if (this.#random() < 0.3) return;
      page = await settleWaitingCharges(this.#context, { account });
    }
  }

  /** Some of those who fell back to the free plan apply anew; who is charged at once is billed. */
  async comeBack(day: CalendarDay): Promise<void> {
    const context = this.#context;
    const before = this.did.upgrades;
    for (const account of this.accounts) {
      const last = this.model.contractsOf(account).at(-1)?.last;
      if (last === undefined || last >= day || this.#random() >= 0.03) continue;
      const work = async () => {
        const { confirmation, shown } = await offerUpgrade(context, account);
        const application = { documents: confirmation.documents, shown, locale: "ja" } as const;
        await upgradeContract(context, memberOf(account), application, client);
      };
      await this.#act("upgrades", work, () => this.model.join(account, day));
    }
    if (this.did.upgrades !== before) await this.bill(day);
  }

  async #refund(account: string): Promise<void> {
    const paid = await this.#context.db
      .selectFrom("portal.invoice")
      .select(["id"])
      .where("account_id", "=", account)
      .where("state", "=", "paid")
      .where("kind", "=", "invoice")
      .limit(1)
      .executeTakeFirst();
    if (!paid) return;
    const amount = 1 + Math.floor(this.#random() * 11_000);
    const refund = { invoiceId: paid.id, amount, reason: "test", operator: "model" };
    await refundInvoice(this.#context, refund).catch((error: unknown) => {
      if (!/more than/.test(String(error))) throw error;
    });
  }

  /** A new price, and what members answer; who says nothing is let go at its day. */
  async announce(effectiveOn: CalendarDay, monthlyPrice: number): Promise<void> {
    const by = { operator: "model" };
    await announcePrice(this.#context, by, { effectiveOn, monthlyPrice, taxPercent: 10 });
    this.model.announce(effectiveOn, monthlyPrice);
    for (const account of this.accounts) {
      const dice = this.#random();
      if (dice > 0.93) continue;
      const accepted = dice < 0.9;
      const work = () =>
        answerPrice(this.#context, memberOf(account), { effectiveOn, accepted }, client);
      await this.#act("prices answered", work, () => {
        if (accepted) this.model.accept(account, effectiveOn);
      });
    }
  }
}

/** What the database says, by account of the books. */
async function booksOf({ db }: PortalContext): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("portal.ledger_entry")
    .select("account")
    .select(({ fn }) => fn.sum<string>("amount").as("sum"))
    .groupBy("account")
    .execute();
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** Each name under which two lists of yen differ. */
function differing(
  found: Readonly<Record<string, number>>,
  expected: Readonly<Record<string, number>>,
): string[] {
  return [...new Set([...Object.keys(found), ...Object.keys(expected)])]
    .filter((name) => (found[name] ?? 0) !== (expected[name] ?? 0))
    .map((name) => `${name}: ${found[name] ?? 0} found, ${expected[name] ?? 0} expected`);
}

test(
  "random histories of plan changes, failures, holders at their issuer, clock jumps, kills and refunds agree to the yen",
  async () => {
    const database = await createTestDatabase<Tables>(portalMigrations, "portal");
    const clock = movableClock();
    const random = seededRandom(seed);
    const company = new StubbornCompany(random, () => calendarDay(clock.now()));
    const logger = createLogger({ name: "model", level: "silent" });
    const portal = await createPortal({
      settings: parseSettings(portalSettingsSchema, testEnvironment),
      database,
      clock,
      logger,
      mailer: new MemoryMailer(),
      gateway: company.gateway,
    });
    const { context } = portal;
    try {
      // The enqueued mails and jobs are the worker's affair; here only their rows are written.
      const worker = await startWorker({ database, jobs: [], clock, logger });
      await worker.stop();

      const town = new Town(context, company, random);
      const { model } = town;
      const firstDay: CalendarDay = "2027-01-03";
      let day = firstDay;
      clock.set(tokyoMoment(day, 12));
      await town.moveIn(day);
      const coming = [...newPrices];
      const end = addMonths(day, months);
      while (day < end) {
        // Most days follow each other; some are missed, and now and then the clock jumps.
        const dice = random();
        day = addDays(day, dice < 0.35 ? 1 : dice < 0.95 ? 2 : 6);
        clock.set(tokyoMoment(day, 0.2));
        await town.bill(day);
        clock.set(tokyoMoment(day, 10.5));
        await town.collect();
        clock.set(tokyoMoment(day, 11));
        await town.collect();
        const [next] = coming;
        if (next && day >= addMonths(firstDay, next.afterMonths)) {
          coming.shift();
          await town.announce(firstBillingDay(addDays(day, 31)), next.monthlyPrice);
        }
        for (let act = 0; act < actsPerDay; act++) {
          const account = town.accounts[Math.floor(random() * town.accounts.length)];
          if (account && random() < 0.5) await town.actOf(account, day);
        }
        await settleRefunds(context);
        await town.comeBack(day);
        if (random() < 0.1) company.recoverSome();
      }
      clock.set(tokyoMoment(addDays(day, 1), 12));
      company.heal();
      await town.collect();
      await settleRefunds(context);
      for (const { amount, succeeded } of company.refunds.values()) {
        if (succeeded) model.refunded(amount);
      }

      const issued = await context.db
        .selectFrom("portal.invoice")
        .selectAll()
        .where("kind", "=", "invoice")
        .execute();
      const named = (row: { account_id: string; period: string; issued_on: string }) =>
        `${row.account_id} ${row.period} ${row.issued_on}`;
      const totals = Object.fromEntries(issued.map((row) => [named(row), row.total]));
      const owed = Object.fromEntries(
        [...model.invoices].map(([name, { amount, late }]) => [name, amount + late]),
      );
      const differences = [
        ...differing(totals, owed),
        ...differing(await booksOf(context), model.books()),
      ];
      const lateYen = [...model.invoices.values()].reduce((sum, { late }) => sum + late, 0);
      const taken = [...company.charges.values()].reduce(
        (sum, { succeeded, amount }) => sum + (succeeded ? amount : 0),
        0,
      );
      const perMonth = new Set(issued.map((row) => `${row.contract_id} ${row.period}`));
      const doubled = await company.chargedTwice(context);
      const numbers = await context.db
        .selectFrom("portal.invoice")
        .select("number")
        .orderBy("number")
        .execute();
      const parked = await context.db.selectFrom("portal.parked_contract").selectAll().execute();
      const acts = Object.entries(town.did).map(([name, count]) => `${count} ${name}`);
      process.stdout.write(
        `[row 10] billing model (seed ${seed}): ${histories} histories of ${months} months, ${issued.length} invoices, ${lateYen} yen of late charges, ${company.charges.size} charges of ${taken} yen (${company.deaths} deaths, ${company.lost} lost answers, ${company.abandoned} given up at the issuer), ${acts.join(", ")}, ${company.refunds.size} refunds: ${differences.length} differences, ${doubled} charged twice, ${parked.length} parked\n`,
      );
      expect(differences.slice(0, 10)).toEqual([]);
      expect(issued.length).toBeGreaterThan(histories * 5);
      expect(company.deaths).toBeGreaterThan(0);
      expect(company.lost).toBeGreaterThan(0);
      expect(town.did.proved).toBeGreaterThan(0);
      if (histories >= 1_000) expect(company.abandoned).toBeGreaterThan(0);
      expect(town.did.upgrades).toBeGreaterThan(histories / 20);
      expect(doubled).toBe(0);
      expect(perMonth.size).toBe(issued.length);
      expect(numbers.map((row) => Number(row.number))).toEqual(
        numbers.map((_, index) => index + 1),
      );
      expect(parked).toEqual([]);
    } finally {
      await portal.stop();
      await database.close();
    }
  },
  process.env.SEKIMORI_BILLING === "full" ? 3_600_000 : 120_000,
);

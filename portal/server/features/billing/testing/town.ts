import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../../context.ts";
import { answerPrice } from "../../contract/answer-price.ts";
import { endContracts } from "../../contract/contract-jobs.ts";
import {
  cancelContract,
  offerUpgrade,
  undoCancellation,
  upgradeContract,
} from "../../contract/contract-service.ts";
import { releaseContract } from "../../operator/billing-acts.ts";
import { announcePrice } from "../../operator/prices.ts";
import { nameOfShown } from "../../plan/name-of-shown.ts";
import { addDays, type CalendarDay } from "../../plan/plan-dates.ts";
import { collectPayments, runBilling } from "../billing-run.ts";
import { owedStates } from "../money-states.ts";
import { newPayLink } from "../pay-link.ts";
import { payByLink, showPayLink } from "../pay-link-service.ts";
import { owedAmounts, payUnpaid } from "../pay-unpaid.ts";
import { refundInvoice } from "../refund-service.ts";
import { lockUnpaidOf } from "../unpaid-invoices.ts";
import { settleWaitingCharges } from "../waiting-charges.ts";
import { LedgerModel } from "./ledger-model.ts";
import { firstPrice, moveIn } from "./move-in.ts";
import { idOf, randomOf } from "./seeded-random.ts";
import type { StubbornCompany } from "./stubborn-company.ts";

const client = { ipAddress: "127.0.0.1", device: "" };

/** Each has one session, of the account's own name. */
const memberOf = (account: string) => ({ account_id: account, session_id: account });

/** One town of members, lived through by the product and by the model side by side. */
export class Town {
  readonly model = new LedgerModel(firstPrice);
  readonly accounts: string[] = [];
  readonly did: Record<string, number> = {};
  readonly #context: PortalContext;
  readonly #company: StubbornCompany;
  readonly #seed: number;
  readonly #random: () => number;
  readonly #told = new Set<string>();

  constructor(context: PortalContext, company: StubbornCompany, seed: number) {
    this.#context = context;
    this.#company = company;
    this.#seed = seed;
    this.#random = randomOf(seed, "town");
  }

  /** What people do next; nothing else draws from here, so that a seed has them do the same. */
  dice(): number {
    return this.#random();
  }

  async moveIn(day: CalendarDay, histories: number): Promise<void> {
    for (let index = 0; index < histories; index++) {
      const account = idOf(this.#seed, `account ${index}`);
      const startedOn = addDays(day, index % 28);
      const hadTrial = index % 3 === 0;
      await moveIn(this.#context, { account, startedOn, hadTrial, isJapanese: index % 2 === 0 });
      this.accounts.push(account);
      this.model.join(account, startedOn, hadTrial);
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

  /** What no answer came for in a day is parked; the operator looks and finds nothing, or too little. */
  async #release(): Promise<void> {
    const parked = await this.#context.db
      .selectFrom("portal.parked_contract")
      .select("contract_id")
      .where("reason", "in", ["unknown-charge", "unknown-refund"])
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
      .where("state", "in", owedStates)
      .where("kind", "=", "invoice")
      .orderBy("account_id")
      .orderBy("period")
      .execute();
    const one = open[Math.floor(this.#random() * open.length)];
    if (!one) return;
    if (this.#random() < 0.5) {
      await this.#holderDecides(await this.#payOwed(one.account_id), one.account_id);
      return;
    }
    const token = await transaction(context.db, (tx) =>
      newPayLink(tx, one.id, context.clock.now()),
    );
    const { shown } = await showPayLink(context, token);
    const { authenticateAt } = await payByLink(context, token, shown);
    await this.#holderDecides(authenticateAt, one.account_id);
  }

  async #payOwed(account: string): Promise<string | null> {
    const context = this.#context;
    const owed = await transaction(context.db, (tx) => lockUnpaidOf(tx, account));
    return payUnpaid(context, account, nameOfShown(owedAmounts(owed)));
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
      .orderBy("period")
      .limit(1)
      .executeTakeFirst();
    if (!paid) return;
    const amount = 1 + Math.floor(this.#random() * 11_000);
    const refund = { invoiceId: paid.id, amount, reason: "test", operator: "model" };
    this.#company.mayDie = this.#random() < 0.1;
    await refundInvoice(this.#context, refund).catch((error: unknown) => {
      if (!/more than/.test(String(error))) this.#company.ignoreDeath(error);
    });
    this.#company.mayDie = false;
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
        answerPrice(
          this.#context,
          memberOf(account),
          { effectiveOn, monthlyPrice, accepted, locale: "ja" },
          client,
        );
      await this.#act("prices answered", work, () => {
        if (accepted) this.model.accept(account, effectiveOn);
      });
    }
  }
}

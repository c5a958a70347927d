import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";

/** A person's contracts, and what was tried, asked, answered and told about them. */
export async function collectContracts({ db }: Pick<PortalContext, "db">, accountId: string) {
  return {
    contracts: await db
      .selectFrom("portal.contract")
      .where("account_id", "=", accountId)
      .select(["plan", "started_on", "free_until", "monthly_price"])
      // Nothing is charged for after the end.
      .select(
        sql<
          string | null
        >`case when ends_on < next_billing_on then null else next_billing_on end`.as(
          "next_billing_on",
        ),
      )
      .select(["ends_on", "end_reason", "ended_on"])
      .orderBy("started_on")
      .execute(),
    trials: await db
      .selectFrom("portal.trial")
      .select(["plan", "started_on"])
      .where("account_id", "=", accountId)
      .orderBy("started_on")
      .execute(),
    priceAnswers: await db
      .selectFrom("portal.price_answer as answer")
      .innerJoin("portal.contract as contract", "contract.id", "answer.contract_id")
      .select(["contract.plan", "answer.effective_on", "answer.monthly_price"])
      .select(["answer.former_price", "answer.accepted", "answer.locale", "answer.answered_at"])
      .where("contract.account_id", "=", accountId)
      .orderBy("answer.id")
      .execute(),
    contractNotices: await db
      .selectFrom("portal.contract_notice as notice")
      .innerJoin("portal.contract as contract", "contract.id", "notice.contract_id")
      .select(["notice.kind", "notice.about", "notice.monthly_price", "notice.sent_at"])
      .where("contract.account_id", "=", accountId)
      .orderBy("notice.sent_at")
      .execute(),
    monthlySummaries: await db
      .selectFrom("portal.monthly_summary")
      .select(["month", "outcome", "at"])
      .where("account_id", "=", accountId)
      .orderBy("month")
      .execute(),
  };
}

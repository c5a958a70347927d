import { transaction } from "@sekimori/kit-server/database";
import type { Job } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { planResumedMail } from "../../mails/billing-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { tellResumed } from "./billing-jobs.ts";
import { findPaidContracts, plansAfterPayment } from "./plans-after-payment.ts";

/** A command that makes an invoice void has no keys to open an address with: a worker mails. */
export const tellResumedJob = (context: PortalContext): Job =>
  tellResumed.handledBy(({ contract: id, invoice }) =>
    transaction(context.db, async (tx) => {
      const contracts = await findPaidContracts(tx, [id]);
      const day = calendarDay(context.clock.now());
      const plan = (await plansAfterPayment(context, tx, contracts, new Set([id]), day)).get(id);
      const [contract] = contracts;
      // Meanwhile it may have ended, or be suspended anew, which has mails of its own.
      if (contract === undefined || plan?.state !== "resumed") return;
      await mailMembers(context, tx, [
        {
          accountId: contract.account_id,
          write: (sender, locale) => planResumedMail(sender, locale, { plan, invoice }),
        },
      ]);
    }),
  );

import { msg } from "@lingui/core/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { payUnpaid } from "@sekimori/portal-contract/endpoints/invoice";
import { client } from "../client.ts";
import { contractQuery } from "../contract-query.ts";
import { i18n } from "../language.ts";
import { reportError } from "../sentences/report-error.ts";
import { toasts } from "../toasts.ts";
import { isUnderWay, owedOf } from "./owed.ts";

/**
 * Charges what is owed to the card on file, now, and says what came of it.
 *
 * @param shown what the answer called the amounts on the screen
 * @returns whether the browser is on its way to the issuer's page
 */
export async function payOwed(shown: string): Promise<boolean> {
  try {
    const { invoices, authenticateAt } = await client.call(payUnpaid, { body: { shown } });
    if (authenticateAt !== null) {
      window.location.assign(authenticateAt);
      return true;
    }
    const left = owedOf(invoices);
    if (left.length === 0) {
      toasts.show({ tone: "success", title: i18n._(msg`All invoices are paid. Thank you.`) });
    } else if (!left.some(isUnderWay)) {
      const title = i18n._(msg`The payment failed. We've emailed you the reason.`);
      toasts.show({ tone: "danger", title });
    }
  } catch (error) {
    if (isApiError(error, "CardRequired")) {
      toasts.show({ tone: "danger", title: i18n._(msg`Add a card first.`) });
    } else {
      reportError(error);
    }
  }
  await queryClient.invalidateQueries({ queryKey: ["invoices"] });
  await queryClient.invalidateQueries({ queryKey: contractQuery.queryKey });
  return false;
}

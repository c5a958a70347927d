import {
  giveUpInvoice,
  parkContract,
  refundInvoice,
  releaseContract,
  retryCharge,
  voidInvoice,
} from "@sekimori/console-contract/endpoints/billing";
import type { Bind } from "@sekimori/kit-server/http";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** Invoices and contracts of members, by the portal's own services. */
export function bindBilling(bind: Bind, context: ConsoleContext, principals: Principals): void {
  const { billing, refundAlone } = context;

  bind(retryCharge, ({ request, body: { invoice, reason } }) =>
    billing.retry(invoice, principals.acting(request, reason)),
  );

  bind(giveUpInvoice, ({ request, body: { invoice, reason } }) =>
    billing.giveUp(invoice, principals.acting(request, reason)),
  );

  bind(voidInvoice, ({ request, body: { invoice, reason } }) =>
    billing.makeVoid(invoice, principals.acting(request, reason)),
  );

  bind(refundInvoice, ({ request, body: { reason, ...asked } }) =>
    billing.refund(
      { ...asked, aloneUpTo: refundAlone, subject: principals.session(request).subject },
      principals.acting(request, reason),
    ),
  );

  bind(parkContract, ({ request, body: { contract, reason } }) =>
    billing.park(contract, principals.acting(request, reason)),
  );

  bind(releaseContract, ({ request, body: { contract, parkedFor, reason } }) =>
    billing.release(contract, parkedFor, principals.acting(request, reason)),
  );
}

import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import {
  listInvoices,
  payInvoice,
  payUnpaid,
  showPayLink,
} from "@sekimori/portal-contract/endpoints/invoice";
import type { Caller } from "./sign-up-calls.ts";

/** Pays by a mailed link what its page shows. */
export async function payLinked(
  caller: Caller,
  token: string,
): Promise<EndpointResponse<typeof payInvoice>> {
  const { shown } = await caller.call(showPayLink, { body: { token } });
  return caller.call(payInvoice, { body: { token, shown } });
}

/** Pays what My Page shows to be unpaid. */
export async function payOwed(caller: Caller): Promise<EndpointResponse<typeof payUnpaid>> {
  const { shown } = await caller.call(listInvoices, { query: {} });
  return caller.call(payUnpaid, { body: { shown } });
}

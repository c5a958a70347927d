import { randomUUID } from "node:crypto";
import type { EndpointInput, EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
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

/** What the button that takes another card names: it is charged for what is unpaid. */
export async function cardAsShown(
  caller: Caller,
  cardToken: string,
): Promise<EndpointInput<typeof replaceCard>["body"]> {
  const { shown } = await caller.call(listInvoices, { query: {} });
  return { attempt: randomUUID(), cardToken, shown };
}

/** Puts another card on file, knowing what it is charged for. */
export async function replaceCardAsShown(
  caller: Caller,
  cardToken: string,
): Promise<EndpointResponse<typeof replaceCard>> {
  return caller.call(replaceCard, { body: await cardAsShown(caller, cardToken) });
}

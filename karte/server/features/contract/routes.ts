import { getContract, listContractInvoices } from "@sekimori/karte-contract/endpoints/contract";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { contractInvoices, contractView } from "./contract-view.ts";

/** Plan, measures and invoices. */
export function bindContract(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(getContract, ({ request }) => contractView(context, principals.member(request)));

  bind(listContractInvoices, ({ request }) =>
    contractInvoices(context, principals.member(request)),
  );
}

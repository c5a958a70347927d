import { verifyInvoice } from "@sekimori/portal-contract/endpoints/invoice";

export const verifySchema = verifyInvoice.body;

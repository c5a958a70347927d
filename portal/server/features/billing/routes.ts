import { apiBase } from "@sekimori/kit-contract/api-base";
import { loadClasses } from "@sekimori/kit-contract/load-classes";
import { locales } from "@sekimori/kit-contract/locale";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { mostDocumentsInZip } from "@sekimori/portal-contract/constants";
import * as endpoints from "@sekimori/portal-contract/endpoints/invoice";
import { goesOut } from "@sekimori/portal-contract/invoice-document";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { nameOfShown } from "../plan/name-of-shown.ts";
import type { Principals } from "../principals/principals.ts";
import { documentsZip } from "./documents-zip.ts";
import { invoiceDocument } from "./invoice-documents.ts";
import {
  findDocument,
  findInvoices,
  type InvoiceSearch,
  isGenuine,
  showInvoice,
} from "./invoice-service.ts";
import { payByLink, payByOtherCard, showPayLink } from "./pay-link-service.ts";
import { owedAmounts, payUnpaid } from "./pay-unpaid.ts";
import { settleWaitingCharges } from "./waiting-charges.ts";

export function bindBilling(bind: Bind, context: PortalContext, principals: Principals): void {
  const listed = async (accountId: string, query: InvoiceSearch) => {
    const found = await findInvoices(context, accountId, query);
    const invoices = found.map(({ invoice, snapshot }) => showInvoice(invoice, snapshot));
    // Named from the rows that are answered: what is shown and what is paid for are one reading.
    const shown = nameOfShown(owedAmounts(invoices.filter(({ canPay }) => canPay)));
    return { invoices, shown };
  };
  bind(endpoints.listInvoices, async ({ request, query }) => {
    const { account_id: account } = principals.member(request);
    // Who comes back from the issuer's page finds what came of it.
    const authenticateAt = await settleWaitingCharges(context, { account });
    return { ...(await listed(account, query)), authenticateAt };
  });
  bind(endpoints.payUnpaid, async ({ request, body }) => {
    const { account_id: account } = principals.member(request);
    const authenticateAt = await payUnpaid(context, account, body.shown);
    return { ...(await listed(account, {})), authenticateAt };
  });
  bind(endpoints.verifyInvoice, async ({ body }) => ({ genuine: await isGenuine(context, body) }));
  bind(endpoints.showPayLink, ({ body }) => showPayLink(context, body.token));
  bind(endpoints.payInvoice, ({ body: { token, shown, card } }) =>
    card === undefined
      ? payByLink(context, token, shown)
      : payByOtherCard(context, token, shown, card),
  );
}

const zipParams = z.object({ locale: z.enum(locales) });
const documentParams = z.object({ id: z.uuid(), locale: z.enum(locales) });

/** The invoices' PDF files, to their holder alone; a file is no answer that a schema describes. */
export function registerInvoiceDocuments(
  app: FastifyInstance,
  context: PortalContext,
  principals: Principals,
): void {
  const config = { load: loadClasses.document };
  app.get(`${apiBase}/invoices/:id/:locale.pdf`, { config }, async (request, reply) => {
    const member = await principals.findMember(request);
    if (!member?.is_agree_service) throw new AppError("SessionExpired");
    const params = documentParams.safeParse(request.params);
    const invoice = params.success
      ? await findDocument(context, member.account_id, params.data.id)
      : undefined;
    if (!invoice || !params.success) throw new AppError("NotFound");
    const { locale } = params.data;
    const pdf = await invoiceDocument(context, invoice, locale);
    return reply
      .type("application/pdf")
      .header("content-disposition", `inline; filename="invoice-${invoice.number}-${locale}.pdf"`)
      .header("cache-control", "private, no-store")
      .send(pdf);
  });

  // What a search finds, as one file: a month's documents, or a year's, for whoever keeps books.
  app.get(`${apiBase}/invoices/documents/:locale.zip`, { config }, async (request, reply) => {
    const member = await principals.findMember(request);
    if (!member?.is_agree_service) throw new AppError("SessionExpired");
    const params = zipParams.safeParse(request.params);
    if (!params.success) throw new AppError("NotFound");
    const search = endpoints.listInvoices.query.parse(request.query);
    const found = (await findInvoices(context, member.account_id, search)).filter(({ invoice }) =>
      goesOut(invoice),
    );
    if (found.length === 0) throw new AppError("NotFound");
    if (found.length > mostDocumentsInZip)
      throw invalidField("from", "too_long", { max: mostDocumentsInZip });
    const { locale } = params.data;
    const days = found.map(({ invoice }) => invoice.issued_on);
    const name = `invoices-${days.at(-1)}-${days[0]}.zip`;
    return reply
      .type("application/zip")
      .header("content-disposition", `attachment; filename="${name}"`)
      .header("cache-control", "private, no-store")
      .send(await documentsZip(context, found, locale));
  });
}

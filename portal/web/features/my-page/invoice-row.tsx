import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatDay, formatMoment, formatMonth } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { lateChargePercent } from "@sekimori/portal-contract/constants";
import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import { goesOut, invoiceDocumentPath } from "@sekimori/portal-contract/invoice-document";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { Day, shownDay } from "../../app/day.tsx";
import { language } from "../../app/language.ts";

/** One document: number, month, amount and state, why it is that amount, and its file. */
export function InvoiceRow({ invoice }: { readonly invoice: InvoiceView }) {
  const { t } = useLingui();
  const locale = language.current();
  const { number, kind, issuedOn, period, total, nextTryAt, mendedBy } = invoice;
  return (
    <li className="grid gap-2 border-b border-border py-4">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <span className="font-700 tabular-nums">{number}</span>
        <span>
          {kind === "invoice"
            ? t`For ${{ month: unbrokenCounts(formatMonth(period, locale)) }}`
            : t`Credit note`}
        </span>
        <span className="text-muted">{t`Issued: ${{ day: shownDay(issuedOn) }}`}</span>
        <span className="ml-auto font-700 tabular-nums">{formatYen(total, locale)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <State invoice={invoice} />
        {nextTryAt !== null && (
          <span className="text-[0.875rem] text-muted">
            {t`Next attempt: ${{ moment: unbrokenCounts(formatMoment(nextTryAt, locale)) }}`}
          </span>
        )}
        {mendedBy !== null && (
          <span className="text-[0.875rem] text-muted">
            {mendedBy === "card" ? t`Waiting for another card` : t`Waiting for your verification`}
          </span>
        )}
        <Document invoice={invoice} />
      </div>
      <Disclosure summary={<Trans>Amount details</Trans>}>
        <Lines invoice={invoice} />
      </Disclosure>
    </li>
  );
}

/** The PDF; one that is paid later has it then, and one that is void never. */
function Document({ invoice }: { readonly invoice: InvoiceView }) {
  const { t } = useLingui();
  if (invoice.state === "void") return null;
  if (!goesOut(invoice)) {
    return <span className="ml-auto text-[0.875rem] text-muted">{t`PDF after payment`}</span>;
  }
  return (
    <a
      className={`${linkClass} ml-auto inline-flex min-h-6 items-center`}
      href={invoiceDocumentPath(invoice.id, language.current())}
      target="_blank"
      rel="noreferrer"
    >
      {t`PDF`}
      <span className="sr-only">
        {" "}
        {invoice.number} ({t`opens in a new tab`})
      </span>
    </a>
  );
}

function State({ invoice: { state, paidOn, kind } }: { readonly invoice: InvoiceView }) {
  const { t } = useLingui();
  if (kind === "credit-note") return <Badge tone="neutral">{t`Refunded`}</Badge>;
  if (state === "paid") {
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Badge tone="success">{t`Paid`}</Badge>
        {paidOn !== null && (
          <span className="text-[0.875rem] text-muted">
            <Day day={paidOn} />
          </span>
        )}
      </span>
    );
  }
  return state === "void" ? (
    <Badge tone="neutral">{t`Void`}</Badge>
  ) : (
    <Badge tone="danger">{t`Unpaid`}</Badge>
  );
}

function Lines({ invoice }: { readonly invoice: InvoiceView }) {
  const { t } = useLingui();
  const locale = language.current();
  const { lines, taxPercent, taxAmount, amount, corrects } = invoice;
  const tax = formatYen(taxAmount, locale);
  const taxed = formatYen(amount, locale);
  return (
    <div className="grid gap-2 text-[0.9375rem]">
      <ul className="grid gap-2">
        {lines.map((line) => (
          <li key={`${line.kind} ${JSON.stringify(line)}`} className="flex flex-wrap gap-x-6">
            <span className="flex-1">
              <Line line={line} />
            </span>
            <span className="tabular-nums">{formatYen(line.amount, locale)}</span>
          </li>
        ))}
      </ul>
      <p className="text-muted">
        {t`${{ taxed }} includes ${{ tax }} consumption tax (${{ percent: taxPercent }}%).`}
      </p>
      {corrects !== null && <p className="text-muted">{t`Corrects ${{ number: corrects }}.`}</p>}
    </div>
  );
}

function Line({ line }: { readonly line: InvoiceView["lines"][number] }) {
  const locale = language.current();
  switch (line.kind) {
    case "plan":
      return (
        <>
          {planNames[line.plan][locale]}
          <span className="block text-muted">
            <span className="whitespace-nowrap">{formatDay(line.from, locale)} –</span>{" "}
            <span className="whitespace-nowrap">{formatDay(line.to, locale)}</span>
          </span>
        </>
      );
    case "late-charge": {
      const principal = formatYen(line.principal, locale);
      return (
        <>
          <Trans>Late charge for {line.number}</Trans>
          <span className="block text-muted">
            {principal} × {lateChargePercent} % ×{" "}
            <Plural value={line.days} one="# day" other="# days" /> ÷ 365
          </span>
        </>
      );
    }
    case "refund":
      return <Trans>Refund: {line.reason}</Trans>;
  }
}

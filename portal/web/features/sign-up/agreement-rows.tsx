import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatDay } from "@sekimori/kit-web/language/date-format";
import { formatYen } from "@sekimori/kit-web/language/yen";
import type { DescriptionRow } from "@sekimori/kit-web/primitives/description-list";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { cardText } from "../../app/card-fields/card-text.ts";
import { language } from "../../app/language.ts";
import { Link } from "../../app/routing/link.tsx";
import { useLocation } from "../../app/routing/navigation.ts";
import type { Agreement } from "../../app/sign-up-flow/flow-query.ts";
import { includedTax } from "./included-tax.ts";
import { planNames } from "./plan-names.ts";

/**
 * What the Specified Commercial Transactions Act (art. 12-6) wants on the screen itself: quantity
 * and term, price, time and method of payment, provision, deadline, cancellation. The figures are
 * the server's, which keeps them with the agreement.
 */
export function useAgreementRows(plan: PlanId, agreement: Agreement): readonly DescriptionRow[] {
  const { t, i18n } = useLingui();
  const paid = agreement.monthlyPrice !== null;
  const scans = agreement.scansPerMonth;
  return [
    {
      id: "service",
      label: t`Service`,
      value: (
        <>
          <span className="font-700">{i18n._(planNames[plan])}</span>
          <span className="block">
            {scans === null ? (
              <Trans>No limit on manual scans</Trans>
            ) : (
              <Plural value={scans} one="# manual scan a month" other="# manual scans a month" />
            )}
          </span>
        </>
      ),
    },
    ...useTimeRows(agreement),
    ...usePaymentRows(agreement),
    {
      id: "provision",
      label: t`Start of service`,
      value: t`As soon as this application is complete`,
    },
    { id: "deadline", label: t`Application deadline`, value: t`None` },
    {
      id: "cancellation",
      label: t`Cancellation and refunds`,
      value: paid ? <PaidCancellation agreement={agreement} /> : t`You can leave at any time.`,
    },
    { id: "contact", label: t`Contact`, value: <Contact agreement={agreement} /> },
  ];
}

function useTimeRows({ trialEndsOn, monthlyPrice }: Agreement): readonly DescriptionRow[] {
  const { t } = useLingui();
  const locale = language.current();
  return [
    {
      id: "term",
      label: t`Term and renewal`,
      value:
        monthlyPrice === null
          ? t`No fixed term`
          : t`No fixed term. The contract renews automatically every month until you cancel.`,
    },
    ...(trialEndsOn === null
      ? []
      : [
          {
            id: "trial",
            label: t`Free trial`,
            value: <Trans>Until {formatDay(trialEndsOn, locale)}</Trans>,
          },
        ]),
  ];
}

function usePaymentRows(agreement: Agreement): readonly DescriptionRow[] {
  const { t } = useLingui();
  const locale = language.current();
  const { monthlyPrice, taxPercent, firstChargeOn, card } = agreement;
  if (monthlyPrice === null) return [{ id: "price", label: t`Price`, value: t`Free of charge` }];
  const price = formatYen(monthlyPrice, locale);
  const tax = formatYen(includedTax(monthlyPrice, taxPercent), locale);
  return [
    {
      id: "price",
      label: t`Price`,
      value: (
        <>
          <span className="text-std-20B-150 tabular-nums">
            <Trans>{price} a month</Trans>
          </span>
          <span className="block text-[0.875rem] text-muted">
            <Trans>
              Tax included ({taxPercent}% consumption tax: {tax})
            </Trans>
          </span>
        </>
      ),
    },
    ...(firstChargeOn === null
      ? []
      : [
          {
            id: "first-charge",
            label: t`Payment date`,
            value: (
              <>
                <span className="font-700">
                  <Trans>
                    First charge: {formatDay(firstChargeOn, locale)}, {price}
                  </Trans>
                </span>
                <span className="block">
                  <Trans>
                    Then {price} on the 1st of every month. Your card issuer decides when your
                    account is debited.
                  </Trans>
                </span>
              </>
            ),
          },
        ]),
    {
      id: "method",
      label: t`Payment method`,
      value: card ? cardText(card, t`ending in`) : "",
      action: <ChangeCard />,
    },
  ];
}

function ChangeCard() {
  const { state } = useLocation();
  return (
    <Link
      to={pageUrl("paymentInfo", { step: "method" })}
      state={state}
      className={`${linkClass} inline-flex min-h-6 items-center`}
    >
      <Trans>Change</Trans>
      <span className="sr-only">
        {" "}
        (<Trans>Payment method</Trans>)
      </span>
    </Link>
  );
}

function PaidCancellation({ agreement: { trialEndsOn } }: { agreement: Agreement }) {
  const day = trialEndsOn === null ? undefined : formatDay(trialEndsOn, language.current());
  return (
    <>
      {day !== undefined && (
        <span className="block font-700">
          <Trans>If you cancel by {day}, nothing is charged.</Trans>
        </span>
      )}
      <span className="block">
        <Trans>
          You can cancel at any time on the contract page. Cancellation takes effect at the end of
          that month, and you can use the service until then. Fees already paid are not refunded,
          except where we are at fault.
        </Trans>
      </span>
    </>
  );
}

function Contact({ agreement }: { agreement: Agreement }) {
  const { providerName, contactEmail, contactPhone } = agreement;
  return (
    <>
      <span className="block">{providerName[language.current()]}</span>
      <span className="block break-all">{contactEmail}</span>
      <span className="block tabular-nums">{contactPhone}</span>
    </>
  );
}

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import type { DescriptionRow } from "@sekimori/kit-web/primitives/description-list";
import type { FinalConfirmation } from "@sekimori/portal-contract/endpoints/final-confirmation";
import { announcedPriceRule } from "@sekimori/portal-contract/legal/announced-price";
import {
  cancellationRule,
  freeUntilCharged,
  leavingRule,
  refundRule,
} from "@sekimori/portal-contract/legal/cancellation";
import {
  daysAfterTrial,
  hasDaysAfterTrial,
} from "@sekimori/portal-contract/legal/days-after-trial";
import { freePlanLimits } from "@sekimori/portal-contract/legal/free-plan";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { ReactNode } from "react";
import { cardText } from "../card-fields/card-text.ts";
import { shownDay } from "../day.tsx";
import { language } from "../language.ts";
import { includedTax } from "./included-tax.ts";

function limitsOfFree(locale: Locale): string {
  const text = unbrokenCounts(freePlanLimits[locale]);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * What the Specified Commercial Transactions Act (art. 12-6) wants on the screen itself: quantity
 * and term, price, time and method of payment, provision, deadline, cancellation. The figures are
 * the server's, which keeps them with the agreement.
 *
 * @param changeCard the way to another card
 */
export function useConfirmationRows(
  plan: PlanId,
  confirmation: FinalConfirmation,
  changeCard: ReactNode,
): readonly DescriptionRow[] {
  const { t } = useLingui();
  const paid = confirmation.monthlyPrice !== null;
  const scans = confirmation.scansPerMonth;
  return [
    {
      id: "service",
      label: t`Service`,
      value: (
        <>
          <span className="font-700">{planNames[plan][language.current()]}</span>
          <span className="block">
            {plan === "free" ? (
              // All that it is limited to, as where it was chosen.
              limitsOfFree(language.current())
            ) : scans === null ? (
              <Trans>Unlimited manual scans</Trans>
            ) : (
              <Plural
                value={scans}
                one="# manual scan per month"
                other="# manual scans per month"
              />
            )}
          </span>
        </>
      ),
    },
    ...useTimeRows(confirmation),
    ...usePaymentRows(confirmation, changeCard),
    {
      id: "provision",
      label: t`Start of service`,
      value: t`As soon as your order is complete`,
    },
    { id: "deadline", label: t`Order deadline`, value: t`None` },
    {
      id: "cancellation",
      label: t`Cancellation and refunds`,
      value: paid ? (
        <PaidCancellation confirmation={confirmation} />
      ) : (
        leavingRule[language.current()]
      ),
    },
    {
      id: "contact",
      label: t({ message: "Contact", context: "of the provider" }),
      value: <Contact confirmation={confirmation} />,
    },
  ];
}

function useTimeRows({
  trialEndsOn,
  hasTrial,
  monthlyPrice,
  firstChargeOn,
}: FinalConfirmation): readonly DescriptionRow[] {
  const { t } = useLingui();
  const locale = language.current();
  return [
    {
      id: "term",
      label: t`Term and renewal`,
      value:
        monthlyPrice === null
          ? t`No fixed term`
          : t`Until the end of the month you order in, then renewed monthly until you cancel.`,
    },
    ...(trialEndsOn === null
      ? []
      : [
          {
            id: "trial",
            label: hasTrial ? t`Free trial` : t`Free period`,
            value: (
              <>
                <Trans>Until {shownDay(trialEndsOn)}</Trans>
                {hasTrial &&
                  firstChargeOn !== null &&
                  hasDaysAfterTrial(trialEndsOn, firstChargeOn) && (
                    <span className="block">
                      {unbrokenCounts(daysAfterTrial(firstChargeOn)[locale])}
                    </span>
                  )}
              </>
            ),
          },
        ]),
  ];
}

function usePaymentRows(
  confirmation: FinalConfirmation,
  changeCard: ReactNode,
): readonly DescriptionRow[] {
  const { t } = useLingui();
  const locale = language.current();
  const { monthlyPrice, taxPercent, trialEndsOn, firstChargeOn } = confirmation;
  const { announcedPrice, card } = confirmation;
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
            <Trans>{price} per month</Trans>
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
                  {trialEndsOn === null ? (
                    <Trans>
                      First charge: today ({shownDay(firstChargeOn)}), {price}
                    </Trans>
                  ) : (
                    <Trans>
                      First charge: {shownDay(firstChargeOn)}, {price}
                    </Trans>
                  )}
                </span>
                <span className="block">
                  <Trans>
                    Then {price} on the 1st of every month. Your card issuer decides when to debit
                    your account.
                  </Trans>
                </span>
                {announcedPrice !== null && (
                  <span className="block">
                    {unbrokenCounts(announcedPriceRule(announcedPrice)[locale])}
                  </span>
                )}
              </>
            ),
          },
        ]),
    {
      id: "method",
      label: t`Payment method`,
      value: card ? cardText(card, t`ending in`) : "",
      action: changeCard,
    },
  ];
}

function PaidCancellation({
  confirmation: { trialEndsOn, firstChargeOn },
}: {
  readonly confirmation: FinalConfirmation;
}) {
  const free =
    trialEndsOn === null || firstChargeOn === null
      ? undefined
      : freeUntilCharged(firstChargeOn)[language.current()];
  return (
    <>
      {free !== undefined && <span className="block font-700">{unbrokenCounts(free)}</span>}
      <span className="block">{cancellationRule[language.current()]}</span>
      <span className="block">{refundRule[language.current()]}</span>
    </>
  );
}

function Contact({ confirmation }: { readonly confirmation: FinalConfirmation }) {
  const { providerName, contactEmail, contactPhone } = confirmation;
  return (
    <>
      <span className="block">{providerName[language.current()]}</span>
      <span className="block wrap-anywhere">{contactEmail}</span>
      <span className="block tabular-nums">{contactPhone}</span>
    </>
  );
}

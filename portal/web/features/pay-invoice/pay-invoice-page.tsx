import "../../app/payment-errors/payment-error-sentences.ts";
import { useLingui } from "@lingui/react/macro";
import { formatMonth } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { payInvoice, showPayLink } from "@sekimori/portal-contract/endpoints/invoice";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { cardText } from "../../app/card-fields/card-text.ts";
import { client, unasked } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useSite } from "../../app/site.ts";
import { FailedCard } from "./failed-card.tsx";
import type { Payable, PaymentProps } from "./payment-props.ts";

// Only for who enters another card: the fields and their words.
const OtherCard = lazy(() =>
  language.withSentences(["app/card-flow"], async () => ({
    default: (await import("./other-card.tsx")).OtherCard,
  })),
);

const payableQuery = (token: string) =>
  queryOptions({
    queryKey: ["pay-link", token],
    queryFn: () => unasked.call(showPayLink, { body: { token } }),
    retry: false,
    // The address without its link asks nothing: the answer is known.
    enabled: token !== "",
  });

/** /pay-invoice: where the link of a mail about a failed payment leads. A press pays, not the link. */
export function PayInvoicePage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const token = query.get(queryNames.token) ?? "";
  const { data, error, refetch } = useQuery(payableQuery(token), queryClient);
  const [after, setAfter] = useState<Payable>();
  const isOver = token === "" || isApiError(error, "NotFound", "InvalidInput");
  const payable = after ?? data;
  const lookAgain = async () => {
    await refetch();
    setAfter(undefined);
  };
  return (
    <NarrowPage title={t`Pay an invoice`}>
      {isOver && (
        <Banner tone="danger" role="alert" title={t`This link is no longer valid`}>
          {t`Log in and open your invoices on My Page.`}
        </Banner>
      )}
      {!isOver && !payable && <QueryState error={error} onRetry={() => void refetch()} />}
      {payable && (
        <Payment payable={payable} token={token} onPaid={setAfter} onChanged={lookAgain} />
      )}
      <p className="mt-8">
        <Link to={pageUrl("security", { tab: "contract" })} className={linkClass}>
          {t`Change your card or view your invoices on My Page`}
        </Link>
      </p>
    </NarrowPage>
  );
}

/** The bank only wants its holder's word: nothing has been refused. */
const wantsHolder = ({ authenticateAt, mendedBy }: Payable): boolean =>
  authenticateAt !== null || mendedBy === "authentication";

function Payment({ payable, token, onPaid, onChanged }: PaymentProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [entersCard, setEntersCard] = useState(false);
  const { total, last4, state, mendedBy, authenticateAt, shown } = payable;
  const isTriedAgain = state === "failed";
  const locale = language.current();
  const waits = authenticateAt !== null;
  const mayPay = waits || payable.mayPay;
  const usesCard = entersCard && payable.mayUseCard;
  const wantsCard =
    !payable.mayUseCard &&
    (isTriedAgain || (state === "open" && (mendedBy === "card" || last4 === null)));

  async function pay() {
    setBusy(true);
    try {
      const after = await client.call(payInvoice, { body: { token, shown } });
      if (after.authenticateAt !== null) return window.location.assign(after.authenticateAt);
      onPaid(after);
    } catch (error) {
      if (isApiError(error, "TermsChanged", "CardRequired")) await onChanged();
      // What the page then shows says the rest of a missing card.
      if (!isApiError(error, "CardRequired")) reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Outcome payable={payable} />
      <WhatIsOwed payable={payable} />
      {payable.failedCard && <FailedCard {...payable.failedCard} />}
      {usesCard && (
        <Suspense fallback={<QueryState error={null} onRetry={() => undefined} />}>
          <OtherCard
            payable={payable}
            token={token}
            onPaid={onPaid}
            onChanged={onChanged}
            onClose={() => setEntersCard(false)}
          />
        </Suspense>
      )}
      {mayPay && !usesCard && (
        <Button
          className="mt-6"
          variant="primary"
          size="large"
          wide
          pending={busy}
          pendingLabel={t`Paying`}
          onClick={() => void pay()}
        >
          {isTriedAgain
            ? t`Try again to pay ${{ amount: formatYen(total, locale) }}`
            : wantsHolder(payable)
              ? t`Verify and pay ${{ amount: formatYen(total, locale) }}`
              : t`Pay ${{ amount: formatYen(total, locale) }} now`}
        </Button>
      )}
      {payable.mayUseCard && !usesCard && !waits && (
        <Button
          className="mt-3"
          variant={mayPay ? "secondary" : "primary"}
          size="large"
          wide
          onClick={() => setEntersCard(true)}
        >
          {t`Pay with another card`}
        </Button>
      )}
      {wantsCard && (
        <Link
          to={pageUrl("security", { dialog: "card" })}
          className={`mt-3 ${buttonClass({ variant: mayPay ? "secondary" : "primary", size: "large", wide: true })}`}
        >
          {t`Add another card`}
        </Link>
      )}
    </>
  );
}

/** What is paid for, to whom and with which card: the amount first. */
function WhatIsOwed({ payable }: Pick<PaymentProps, "payable">) {
  const { t } = useLingui();
  const site = useSite();
  const { number, period, total, lateCharge, brand, last4, state } = payable;
  const locale = language.current();
  const month = formatMonth(period, locale);
  const card =
    brand === null || last4 === null ? t`No card saved.` : cardText({ brand, last4 }, t`ending in`);
  return (
    <>
      {state === "open" && !wantsHolder(payable) && (
        <p className="-mt-6 mb-6 text-muted">{t`Your payment didn't go through.`}</p>
      )}
      <DescriptionList
        rows={[
          {
            id: "amount",
            label: t`Amount`,
            value: (
              <>
                <span className="text-std-24B-150 tabular-nums">{formatYen(total, locale)}</span>{" "}
                <span className="text-[0.875rem] text-muted">
                  {lateCharge > 0
                    ? t`of which late charge ${{ late: formatYen(lateCharge, locale) }}`
                    : t`tax included`}
                </span>
              </>
            ),
          },
          { id: "month", label: t`Month`, value: month },
          { id: "service", label: t`Service`, value: planNames.detailed[locale] },
          { id: "number", label: t`Invoice`, value: number },
          ...(site
            ? [{ id: "issuer", label: t`Issued by`, value: site.providerName[locale] }]
            : []),
          { id: "card", label: t`Card`, value: card },
        ]}
      />
    </>
  );
}

function Outcome({
  payable: { state, mayPay, mayUseCard, failedCard, mendedBy, authenticateAt },
}: Pick<PaymentProps, "payable">) {
  const { t } = useLingui();
  if (authenticateAt !== null || (state === "open" && mendedBy === "authentication")) {
    return (
      <Banner className="mb-6" tone="warning" title={t`Your card issuer needs to verify it's you`}>
        {t`Verify your identity on your issuer's page (3-D Secure). You'll come back here.`}
      </Banner>
    );
  }
  // What another card met is said beside it.
  if (failedCard !== null) return null;
  if (state === "open") {
    return mendedBy === null ? null : (
      <Banner className="mb-6" tone="warning" title={t`We can't charge your saved card anymore`}>
        {mayUseCard
          ? t`Pay with another card here, or log in and change your saved card.`
          : t`Log in and add another card. We'll charge it right away.`}
      </Banner>
    );
  }
  const title = {
    paid: t`Your invoice is paid. Thank you.`,
    pending: t`Your payment is being processed. We'll email you the result.`,
    failed: mayPay
      ? t`The payment failed. Try again, or use another card.`
      : t`The payment failed. Use another card, or contact your card issuer.`,
  }[state];
  return (
    <Banner
      className="mb-6"
      tone={state === "paid" ? "success" : state === "pending" ? "info" : "danger"}
      role={state === "failed" ? "alert" : "status"}
      title={title}
    />
  );
}

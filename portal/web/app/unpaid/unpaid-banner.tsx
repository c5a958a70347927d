import { Trans, useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { contractQuery } from "../contract-query.ts";
import { language } from "../language.ts";
import { AmountsOwed } from "./amounts-owed.tsx";
import { invoicesQuery } from "./invoices-query.ts";
import { namesOf, standingOf, sumOf } from "./owed.ts";
import { payOwed } from "./pay-owed.ts";

interface UnpaidBannerProps {
  /** It takes the focus when what had it is gone. */
  readonly box: RefObject<HTMLDivElement | null>;
}

/**
 * What is unpaid, and the ways to mend it: another card where this one will not be accepted again,
 * else this card now, with 3-D Secure where its issuer asks for it, or another one. After either
 * it says what came of the charge.
 */
export function UnpaidBanner({ box }: UnpaidBannerProps) {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [pressed, setPressed] = useState<string>();
  const [answers, setAnswers] = useState(0);
  const { data } = useQuery(invoicesQuery({}), queryClient);
  const byCard = query.get(queryNames.charged);
  const waits = data?.authenticateAt != null;
  const asked = [pressed, byCard].filter((names) => names != null).join(",");
  const standing = standingOf(data?.invoices ?? [], waits, asked);

  useEffect(() => {
    // The button that was pressed has gone, or says something else now.
    if (answers > 0) box.current?.focus();
  }, [answers, box]);

  async function pay(owed: readonly InvoiceView[]) {
    if (data === undefined) return;
    setBusy(true);
    const leads = await payOwed(data.shown);
    if (leads) return;
    setPressed(namesOf(owed));
    setBusy(false);
    setAnswers(answers + 1);
  }

  switch (standing.kind) {
    case "nothing":
      return null;
    case "charging":
      return (
        <Banner
          ref={box}
          className="mb-10 scroll-mt-40"
          role="status"
          title={t`We're charging your card`}
        >
          <AmountsOwed invoices={standing.invoices} />
          <ProgressBar label={t`Waiting for the payment company. We'll email you the result.`} />
        </Banner>
      );
    case "paid":
      return (
        <Banner
          ref={box}
          className="mb-10 scroll-mt-40"
          tone="success"
          role="status"
          title={t`Your payment succeeded`}
        >
          <AmountsOwed invoices={standing.invoices} />
        </Banner>
      );
    case "unpaid":
      return (
        <Unpaid
          box={box}
          owed={standing.invoices}
          waits={waits}
          cardFailed={standing.failed && byCard !== null}
          busy={busy}
          onPay={() => void pay(standing.invoices)}
        />
      );
  }
}

interface UnpaidProps extends UnpaidBannerProps {
  readonly owed: readonly InvoiceView[];
  readonly waits: boolean;
  /** The card that was just given could not be charged. */
  readonly cardFailed: boolean;
  readonly busy: boolean;
  readonly onPay: () => void;
}

function Unpaid({ box, owed, waits, cardFailed, busy, onPay }: UnpaidProps) {
  const { t } = useLingui();
  const mendedBy = waits
    ? "authentication"
    : (owed.find((one) => one.mendedBy !== null)?.mendedBy ?? null);
  const sum = formatYen(sumOf(owed), language.current());
  return (
    <Banner
      ref={box}
      className="mb-10 scroll-mt-40"
      tone="danger"
      role={cardFailed ? "alert" : undefined}
      title={t`Unpaid: ${{ sum }}`}
      action={
        <div className="flex flex-wrap gap-3">
          {mendedBy !== "card" && (
            <Button
              variant="primary"
              className="max-w-full max-sm:w-full"
              pending={busy}
              pendingLabel={t`Paying`}
              onClick={onPay}
            >
              {mendedBy === null ? t`Pay now with saved card` : t`Verify and pay`}
            </Button>
          )}
          <Link
            to={pageUrl("security", { tab: "contract", dialog: "card" })}
            replace
            className={`${buttonClass({ variant: mendedBy === "card" ? "primary" : "secondary" })} max-w-full max-sm:w-full`}
          >
            {t`Change card`}
          </Link>
        </div>
      }
    >
      {cardFailed && (
        <p className="font-700">
          <Trans>
            Your new card is saved, but the charge failed. We've emailed you the reason.
          </Trans>
        </p>
      )}
      <WhatMends mendedBy={mendedBy} />
      <IfUnpaid owed={owed} />
    </Banner>
  );
}

/** What comes by itself: the next try, and what an unpaid month does to a plan that runs on. */
function IfUnpaid({ owed }: Pick<UnpaidProps, "owed">) {
  const { t } = useLingui();
  const { data: contract } = useQuery(contractQuery, queryClient);
  const [next] = owed.flatMap(({ nextTryAt }) => nextTryAt ?? []).toSorted();
  const moment = next && unbrokenCounts(formatMoment(next, language.current()));
  return (
    <>
      {moment !== undefined && <p>{t`We'll try again on ${{ moment }}.`}</p>}
      {contract?.state === "active" && contract.plan === "detailed" && (
        <p className="mt-2">{t`If it stays unpaid, your plan will be suspended and the free plan's limits will apply.`}</p>
      )}
    </>
  );
}

function WhatMends({ mendedBy }: Pick<InvoiceView, "mendedBy">) {
  switch (mendedBy) {
    case "card":
      return (
        <Trans>
          We can't charge your saved card anymore. Add another card, and we'll charge it right away.
        </Trans>
      );
    case "authentication":
      return (
        <Trans>
          Your card issuer needs you to verify your identity (3-D Secure). Pay now on your issuer's
          page, or add another card and we'll charge it right away.
        </Trans>
      );
    case null:
      return (
        <Trans>
          We couldn't charge your card. Pay now, or add another card and we'll charge it right away.
        </Trans>
      );
  }
}

import { Trans, useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import { type InvoiceView, payUnpaid } from "@sekimori/portal-contract/endpoints/invoice";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { contractQuery } from "../../app/contract-query.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { invoicesQuery } from "./invoices-query.ts";

const isUnpaid = ({ kind, state }: InvoiceView) =>
  kind === "invoice" && (state === "open" || state === "uncollectible");

/**
 * What is unpaid, and the ways to mend it: another card where this one will not be accepted again,
 * else this card now, with 3-D Secure where its issuer asks for it, or another one.
 */
export function UnpaidBanner() {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(invoicesQuery({}), queryClient);
  // An invoice of today whose first charge is under way has not failed.
  const unpaid = data?.invoices.filter(({ canPay }) => canPay) ?? [];
  if (unpaid.length === 0) return null;
  const waits = data?.authenticateAt != null;
  const mendedBy = waits
    ? "authentication"
    : (unpaid.find((one) => one.mendedBy !== null)?.mendedBy ?? null);
  const sum = formatYen(
    unpaid.reduce((all, { total }) => all + total, 0),
    language.current(),
  );

  async function pay() {
    setBusy(true);
    try {
      const { invoices: after, authenticateAt } = await client.call(payUnpaid, { body: {} });
      if (authenticateAt !== null) return window.location.assign(authenticateAt);
      const left = after.filter(isUnpaid).length;
      toasts.show(
        left === 0
          ? { tone: "success", title: t`All invoices are paid. Thank you.` }
          : {
              tone: "danger",
              title: t`The payment failed. We've emailed you the reason.`,
            },
      );
    } catch (error) {
      if (!isApiError(error, "CardRequired")) return reportError(error);
      toasts.show({ tone: "danger", title: t`Register a card first.` });
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ["invoices"] });
      await queryClient.invalidateQueries({ queryKey: contractQuery.queryKey });
    }
  }

  return (
    <Banner
      className="mb-10"
      tone="danger"
      title={t`Unpaid: ${{ sum }}`}
      action={
        <div className="flex flex-wrap gap-3">
          {mendedBy !== "card" && (
            <Button
              variant="primary"
              pending={busy}
              pendingLabel={t`Paying`}
              onClick={() => void pay()}
            >
              {mendedBy === null ? t`Pay now with registered card` : t`Authenticate and pay`}
            </Button>
          )}
          <Link
            to={pagePaths.security}
            className={buttonClass({ variant: mendedBy === "card" ? "primary" : "secondary" })}
          >
            {t`Change card`}
          </Link>
        </div>
      }
    >
      <WhatMends mendedBy={mendedBy} />
    </Banner>
  );
}

function WhatMends({ mendedBy }: Pick<InvoiceView, "mendedBy">) {
  switch (mendedBy) {
    case "card":
      return (
        <Trans>
          We can't charge your registered card anymore. Register another card, and we'll charge it
          right away.
        </Trans>
      );
    case "authentication":
      return (
        <Trans>
          Your card issuer asks you to verify your identity (3-D Secure). Pay now on your issuer's
          page, or register another card and we'll charge it right away.
        </Trans>
      );
    case null:
      return (
        <Trans>
          We couldn't charge your card. Pay now, or register another card and we'll charge it right
          away.
        </Trans>
      );
  }
}

import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  type AccountingAddress,
  removeAccountingAddress,
} from "@sekimori/portal-contract/endpoints/accounting-address";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { accountingQuery, keepAccounting } from "./accounting-query.ts";
import { dialogs } from "./dialogs.ts";
import { Section } from "./section.tsx";

/** Where copies of paid invoices go beside My Page: named, proved by a code, removed at any time. */
export function AccountingSection() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(accountingQuery, queryClient);
  const [open, setOpen] = useState<"address" | "code">();
  const close = () => setOpen(undefined);
  return (
    <Section
      title={t`Copies for accounting`}
      description={t`We can also email the PDF of each paid invoice and credit note to a colleague.`}
    >
      {!data && (
        <QueryState of={t`Copies for accounting`} error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <Addresses accounting={data} />
          <div className="mt-4 flex flex-wrap gap-3">
            {data.pending && <Button onClick={() => setOpen("code")}>{t`Enter the code`}</Button>}
            <Button onClick={() => setOpen("address")}>
              {data.email || data.pending ? t`Change address for copies` : t`Set up copies`}
            </Button>
            {(data.email || data.pending) && <StopCopies />}
          </div>
        </>
      )}
      {open === "address" && (
        <dialogs.accountingAddress.Dialog onClose={close} onSent={() => setOpen("code")} />
      )}
      {open === "code" && data?.pending && (
        <dialogs.accountingCode.Dialog email={data.pending.email} onClose={close} />
      )}
    </Section>
  );
}

function Addresses({ accounting: { email, pending } }: { readonly accounting: AccountingAddress }) {
  const { t } = useLingui();
  return (
    <DescriptionList
      rows={[
        { id: "copies", label: t`Copies go to`, value: email ?? t`No one` },
        ...(pending
          ? [{ id: "pending", label: t`Waiting for its code`, value: pending.email }]
          : []),
      ]}
    />
  );
}

/** At once: an address can be named again. */
function StopCopies() {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);

  async function stop() {
    setBusy(true);
    try {
      keepAccounting(await client.call(removeAccountingAddress, { body: {} }));
      toasts.show({ tone: "success", title: t`Copies for accounting stopped` });
    } catch (error) {
      setBusy(false);
      reportError(error);
    }
  }

  return (
    <Button pending={busy} pendingLabel={t`Saving`} onClick={() => void stop()}>
      {t`Send no copies`}
    </Button>
  );
}

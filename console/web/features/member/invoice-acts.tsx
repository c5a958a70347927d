import { useLingui } from "@lingui/react/macro";
import {
  giveUpInvoice,
  retryCharge,
  voidInvoice,
} from "@sekimori/console-contract/endpoints/billing";
import type { MemberView } from "@sekimori/console-contract/endpoints/members";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Menu, type MenuItem } from "@sekimori/kit-web/primitives/menu";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";
import { useWriting } from "../../app/words/here.ts";
import { ActDialog } from "./act-dialog.tsx";
import { readAgain } from "./member-queries.ts";
import { RefundDialog } from "./refund-dialog.tsx";

interface InvoiceActsProps {
  readonly member: string;
  readonly invoice: MemberView["money"]["invoices"][number];
  readonly reason: string;
}

/** What somebody may do with an invoice as it stands; nothing where that is nothing. */
export function InvoiceActs({ member, invoice, reason }: InvoiceActsProps) {
  const { t } = useLingui();
  const { yen } = useWriting();
  const [asked, setAsked] = useState<"retry" | "give-up" | "void" | "refund">();
  const [mayHandle, mayRefund] = [useMay("handle-billing"), useMay("refund")];
  const { number, state, canPay, isBeingCharged, refundable } = invoice;
  const amount = yen(invoice.total);
  const isOwed = invoice.isOwed && !isBeingCharged;
  const items: MenuItem[] = [
    ...(mayHandle && isOwed && canPay
      ? [{ id: "retry", label: t`Charge again now`, onAction: () => setAsked("retry") }]
      : []),
    ...(mayHandle && isOwed && canPay && state === "open"
      ? [{ id: "give-up", label: t`Mark as uncollectible`, onAction: () => setAsked("give-up") }]
      : []),
    ...(mayHandle && isOwed
      ? [{ id: "void", label: t`Void the invoice`, danger: true, onAction: () => setAsked("void") }]
      : []),
    ...(mayRefund && refundable > 0
      ? [{ id: "refund", label: t`Refund`, danger: true, onAction: () => setAsked("refund") }]
      : []),
  ];
  if (items.length === 0) return null;
  const close = () => setAsked(undefined);

  /** Does one, reads the member again and says what was done. */
  const doing =
    (call: typeof retryCharge | typeof giveUpInvoice | typeof voidInvoice, done: string) =>
    async (why: string) => {
      await client.call(call, { body: { invoice: number, reason: why } });
      await readAgain(member);
      close();
      toasts.show({ tone: "success", title: done });
    };

  return (
    <>
      <Menu
        label={t`Actions for ${{ number }}`}
        items={items}
        trigger={
          <button type="button" className={buttonClass({ size: "small" })}>
            {t`Actions`}
            <span className="sr-only">{` ${number}`}</span>
          </button>
        }
      />
      {asked === "retry" && (
        <ActDialog
          title={t`Charge ${{ number }} again`}
          confirmLabel={t`Charge`}
          reason={reason}
          onConfirm={doing(retryCharge, t`We're charging ${{ amount }} for ${{ number }}.`)}
          onClose={close}
        >
          {t`This charges ${{ amount }} to the member's card now.`}
        </ActDialog>
      )}
      {asked === "give-up" && (
        <ActDialog
          title={t`Mark ${{ number }} as uncollectible`}
          confirmLabel={t`Mark`}
          reason={reason}
          onConfirm={doing(giveUpInvoice, t`${{ number }} is marked as uncollectible.`)}
          onClose={close}
        >
          {t`We stop trying to charge ${{ amount }}. The member still owes it and can pay.`}
        </ActDialog>
      )}
      {asked === "void" && (
        <ActDialog
          title={t`Void ${{ number }}`}
          confirmLabel={t`Void the invoice`}
          reason={reason}
          onConfirm={doing(voidInvoice, t`We've voided ${{ number }}.`)}
          onClose={close}
          danger
        >
          {t`The member no longer owes ${{ amount }}. This can't be undone.`}
        </ActDialog>
      )}
      {asked === "refund" && (
        <RefundDialog member={member} invoice={invoice} reason={reason} onClose={close} />
      )}
    </>
  );
}

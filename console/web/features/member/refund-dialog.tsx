import { useLingui } from "@lingui/react/macro";
import { refundInvoice } from "@sekimori/console-contract/endpoints/billing";
import type { MemberView } from "@sekimori/console-contract/endpoints/members";
import { requestRefund } from "@sekimori/console-contract/endpoints/requests";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { useWriting } from "../../app/words/here.ts";
import { ActDialog } from "./act-dialog.tsx";
import { readAgain } from "./member-queries.ts";

interface RefundDialogProps {
  readonly member: string;
  readonly invoice: Pick<MemberView["money"]["invoices"][number], "number" | "refundable">;
  /** What stands in the field at first. */
  readonly reason: string;
  readonly onClose: () => void;
}

interface Wanted {
  readonly amount: number;
  readonly note: string;
  readonly reason: string;
}

/** How much of an invoice is given back, what the member reads of it, and why. */
export function RefundDialog({ member, invoice, reason, onClose }: RefundDialogProps) {
  const { t } = useLingui();
  const { yen } = useWriting();
  const { number, refundable } = invoice;
  const [wanted, setWanted] = useState<Wanted>();
  // Pressed again after a lost answer, it is the same refund.
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    defaultValues: { amount: String(refundable), note: "", reason },
    fields: {
      amount: {
        label: t`Amount (yen, including tax)`,
        requirement: "required",
        help: t`Up to ${{ most: yen(refundable) }}.`,
        sentence: () => t`Enter a whole number of yen up to ${{ most: yen(refundable) }}.`,
      },
      note: {
        label: t`Reason on the credit note`,
        requirement: "required",
        help: t`The member reads this.`,
      },
      reason: {
        label: t`Reason`,
        requirement: "required",
        help: t`Enter a ticket number, not a name. The audit log keeps it.`,
      },
    },
    validator: async () =>
      schemaValidator((await import("./schemas.ts")).refundFormSchema(refundable)),
    place: ({ type }) => (type === "RefundRefused" ? "amount" : "form"),
    async onSubmit(asked) {
      const body = { ...asked, invoice: number, key };
      try {
        const { amount } = await client.call(refundInvoice, { body });
        await readAgain(member);
        onClose();
        toasts.show({
          tone: "success",
          title: t`We're refunding ${{ amount: yen(amount) }} of ${{ number }}.`,
        });
      } catch (error) {
        if (!isApiError(error, "SecondPersonNeeded")) throw error;
        setWanted(asked);
      }
    },
  });

  async function ask(why: string, { amount, note }: Wanted) {
    const body = { invoice: number, amount, note, reason: why };
    await client.call(requestRefund, { body });
    onClose();
    toasts.show({ tone: "success", title: t`Someone else has to confirm this under Requests.` });
  }

  if (wanted !== undefined) {
    return (
      <ActDialog
        title={t`A second person is needed`}
        confirmLabel={t`Ask`}
        reason={wanted.reason}
        onConfirm={(why) => ask(why, wanted)}
        onClose={onClose}
      >
        {t`One person can't refund ${{ amount: yen(wanted.amount) }} of ${{ number }}. This asks a colleague to confirm it. Nothing is refunded before that.`}
      </ActDialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={t`Refund ${{ number }}`}
      submitLabel={t`Refund`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
      danger
    >
      <p>
        {t`This returns the amount to the card that paid and issues a credit note if one is required. It can't be undone.`}
      </p>
      <TextField {...form.field("amount")} inputMode="numeric" characters={9} autoComplete="off" />
      <TextField {...form.field("note")} autoComplete="off" />
      <TextField {...form.field("reason")} autoComplete="off" />
    </FormDialog>
  );
}

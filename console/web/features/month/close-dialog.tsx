import { useLingui } from "@lingui/react/macro";
import { closeMonth } from "@sekimori/console-contract/endpoints/month";
import { formatMonth } from "@sekimori/kit-contract/dates";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { useWriting } from "../../app/words/here.ts";
import { readAgain } from "./month-query.ts";

interface CloseDialogProps {
  readonly month: string;
  /** Sums differ from the payment company's ledger: why they may stay so is asked for. */
  readonly differs: boolean;
  readonly onClose: () => void;
}

/** Says that it is for good before a month is closed. */
export function CloseDialog({ month, differs, onClose }: CloseDialogProps) {
  const { t } = useLingui();
  const { locale } = useWriting();
  const name = formatMonth(month, locale);
  const form = useForm({
    defaultValues: { despite: "" },
    fields: {
      despite: {
        label: t`Why the sums may differ`,
        requirement: "required",
        help: t`The audit log keeps it.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).closeFormSchema(differs)),
    place: () => "form",
    async onSubmit({ despite }) {
      const body = { month, ...(despite === undefined ? {} : { despite }) };
      await client.call(closeMonth, { body });
      await readAgain();
      onClose();
      toasts.show({ tone: "success", title: t`${name} is closed.` });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Close ${name}`}
      submitLabel={t`Close the month`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
      danger
    >
      <p>{t`Nothing is posted into the month after that, so exports of it stay true. It can't be undone.`}</p>
      {differs && <TextField {...form.field("despite")} autoComplete="off" />}
    </FormDialog>
  );
}

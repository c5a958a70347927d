import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { changeAccountingAddress } from "@sekimori/portal-contract/endpoints/accounting-address";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { keepAccounting } from "./accounting-query.ts";

interface AccountingAddressDialogProps {
  readonly onClose: () => void;
  /** A code is on its way; closes as well. */
  readonly onSent: () => void;
}

/** Names an address for copies; a code is sent there. */
export function AccountingAddressDialog({ onClose, onSent }: AccountingAddressDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useForm<{ email: string }, { email: string }>({
    defaultValues: { email: "" },
    fields: { email: { label: t`Email address for copies`, requirement: "required" } },
    validator: async () => schemaValidator((await import("./schemas.ts")).accountingEmailSchema),
    async onSubmit(body) {
      keepAccounting(await stepUp.run(() => client.call(changeAccountingAddress, { body })));
      onSent();
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Copies for accounting`}
        submitLabel={t`Send`}
        pendingLabel={t`Sending`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p className="text-muted">
          {t`We'll send a code to this address. Ask your colleague for it and enter it here. Copies start after that.`}
        </p>
        <TextField {...form.field("email")} type="email" autoComplete="off" />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { accountingCodeLifetimeMs, codeLength } from "@sekimori/portal-contract/constants";
import { confirmAccountingAddress } from "@sekimori/portal-contract/endpoints/accounting-address";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { keepAccounting } from "./accounting-query.ts";

interface AccountingCodeDialogProps {
  /** The address that waits, as the server holds it. */
  readonly email: string;
  readonly onClose: () => void;
}

/** Six digits that a colleague got by mail. */
export function AccountingCodeDialog({ email, onClose }: AccountingCodeDialogProps) {
  const { t } = useLingui();
  const hours = accountingCodeLifetimeMs / 3_600_000;
  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`Authentication code`, digits: true } },
    validator: async () => schemaValidator((await import("./schemas.ts")).accountingCodeSchema),
    async onSubmit(body) {
      keepAccounting(await client.call(confirmAccountingAddress, { body }));
      toasts.show({ tone: "success", title: t`Copies for accounting set up` });
      onClose();
    },
    place: ({ type }) => {
      if (type === "CodeInvalid" || type === "CodeExpired") return "code";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Copies for accounting`}
      submitLabel={t`Verify`}
      pendingLabel={t`Verifying`}
      cancelLabel={t`Back`}
      onClose={onClose}
    >
      <p className="text-muted">
        {t`Enter the ${{ codeLength }}-digit code we sent to ${{ email }}. It's valid for ${{ hours }} hours, so you can also enter it later.`}
      </p>
      <OneTimeCodeField {...form.field("code")} length={codeLength} first />
    </FormDialog>
  );
}

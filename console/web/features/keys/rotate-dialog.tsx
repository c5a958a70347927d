import { useLingui } from "@lingui/react/macro";
import { requestKeys } from "@sekimori/console-contract/endpoints/keys";
import type { keyKinds } from "@sekimori/console-contract/words";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";

interface RotateDialogProps {
  readonly kind: (typeof keyKinds)[number];
  readonly onClose: () => void;
}

/** Says what follows from new keys, and asks a second person. */
export function RotateDialog({ kind, onClose }: RotateDialogProps) {
  const { t } = useLingui();
  const form = useForm({
    defaultValues: { reason: "" },
    fields: {
      reason: { label: t`Reason`, requirement: "required", help: t`The audit log keeps it.` },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).reasonFormSchema),
    place: () => "form",
    async onSubmit({ reason }) {
      await client.call(requestKeys, { body: { kind, reason } });
      onClose();
      toasts.show({ tone: "success", title: t`Someone else has to confirm this under Requests.` });
    },
  });
  return (
    <FormDialog
      form={form}
      title={
        kind === "signing" ? t`Create new signing keys` : t`Seal everything with the current key`
      }
      submitLabel={t`Ask`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p>
        {kind === "signing"
          ? t`New keys are published at once and used as soon as applications have had time to fetch them. The former keys stay published until everything they signed has expired.`
          : t`A worker seals everything that an older key sealed, while the service goes on. When it's done, the older keys can leave the settings.`}
      </p>
      <TextField {...form.field("reason")} autoComplete="off" />
    </FormDialog>
  );
}

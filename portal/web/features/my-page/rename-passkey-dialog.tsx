import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { passkeyNameMost } from "@sekimori/portal-contract/constants";
import type { PasskeyView } from "@sekimori/portal-contract/endpoints/authenticators";
import { renamePasskey } from "@sekimori/portal-contract/endpoints/passkeys";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { keepAuthenticators } from "./authenticators-query.ts";

interface RenamePasskeyDialogProps {
  readonly passkey: PasskeyView;
  readonly onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const { t } = useLingui();
  const { id, name } = passkey;
  const form = useForm<{ name: string }, { name: string }>({
    defaultValues: { name },
    fields: { name: { label: t`Name`, requirement: "required" } },
    validator: async () => schemaValidator((await import("./schemas.ts")).passkeyNameOnlySchema),
    async onSubmit(body) {
      await keepAuthenticators(await client.call(renamePasskey, { params: { id }, body }));
      toasts.show({ tone: "success", title: t`Passkey renamed` });
      onClose();
    },
    place: ({ type }) => (["NotFound", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  return (
    <FormDialog
      form={form}
      title={t`Rename the passkey`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p className="text-muted">{t`Choose a name that tells you where this passkey is.`}</p>
      <TextField {...form.field("name")} maxLength={passkeyNameMost} autoComplete="off" />
    </FormDialog>
  );
}

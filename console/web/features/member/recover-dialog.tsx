import { useLingui } from "@lingui/react/macro";
import { requestRecovery } from "@sekimori/console-contract/endpoints/requests";
import { type IdentityCheck, identityChecks } from "@sekimori/console-contract/words";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { identityWords } from "../../app/words/words.ts";

interface RecoverDialogProps {
  readonly member: string;
  /** What stands in the field at first. */
  readonly reason: string;
  readonly onClose: () => void;
}

type Values = { identity: string; reason: string };
type Output = { identity: IdentityCheck; reason: string };

/** How somebody made sure who asks, and why, before a second person confirms an account's recovery. */
export function RecoverDialog({ member, reason, onClose }: RecoverDialogProps) {
  const { t, i18n } = useLingui();
  const form = useForm<Values, Output>({
    defaultValues: { identity: "", reason },
    fields: {
      identity: {
        label: t`How you checked the identity`,
        requirement: "required",
        help: t`A message from the mailbox proves nothing.`,
        sentence: () => t`Select how you checked it.`,
      },
      reason: {
        label: t`Reason`,
        requirement: "required",
        help: t`Enter a ticket number, not a name. The audit log keeps it.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).recoverFormSchema),
    place: () => "form",
    async onSubmit(asked) {
      await client.call(requestRecovery, { body: { member, ...asked } });
      onClose();
      toasts.show({ tone: "success", title: t`Someone else has to confirm this under Requests.` });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Recover the account`}
      submitLabel={t`Ask`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
      danger
    >
      <p>
        {t`For a member who has lost the passkeys, the authenticator app and the recovery codes. This asks a colleague to confirm. Then we email the member, who can stop it while the waiting period lasts. After that, a link by email sets a new password and removes what was lost.`}
      </p>
      <Select {...form.field("identity")}>
        <option value="">{t`Select`}</option>
        {identityChecks.map((check) => (
          <option key={check} value={check}>
            {i18n._(identityWords[check])}
          </option>
        ))}
      </Select>
      <TextField {...form.field("reason")} autoComplete="off" />
    </FormDialog>
  );
}

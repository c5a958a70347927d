import { useLingui } from "@lingui/react/macro";
import { reauthenticate } from "@sekimori/portal-contract/endpoints/sign-in";
import { client } from "../client.ts";
import { usePasswordForm } from "../present-password/use-password-form.ts";
import { session } from "../session/current.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { PresentPasswordField } from "../shell/present-password-field.tsx";

interface StepUpDialogProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password once more. */
export function StepUpDialog({ onDone, onCancel }: StepUpDialogProps) {
  const { t } = useLingui();
  const form = usePasswordForm({
    label: t`Current password`,
    async onSubmit(body) {
      await client.call(reauthenticate, { body });
      onDone();
    },
    place: ({ type }) => {
      if (type === "OldPasswordWrong") return "password";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Confirm your password`}
      submitLabel={t`Continue`}
      pendingLabel={t`Checking`}
      cancelLabel={t`Cancel`}
      onClose={onCancel}
    >
      <p className="text-muted">
        {t`This is a sensitive change, and you logged in more than ten minutes ago.`}
      </p>
      <PresentPasswordField
        {...form.field("password")}
        email={session.account()?.email_address ?? ""}
      />
    </FormDialog>
  );
}

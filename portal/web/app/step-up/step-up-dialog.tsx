import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { PasswordField } from "@sekimori/kit-web/primitives/password-field";
import { reauthenticate } from "@sekimori/portal-contract/endpoints/sign-in";
import { client } from "../client.ts";
import { session } from "../session/current.ts";
import { FormDialog } from "../shell/form-dialog.tsx";

type Values = { password: string };

interface StepUpDialogProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password once more. */
export function StepUpDialog({ onDone, onCancel }: StepUpDialogProps) {
  const { t } = useLingui();
  const form = useForm<Values, Values>({
    defaultValues: { password: "" },
    fields: { password: { label: t`Current password` } },
    validator: async () => (values) =>
      values.password === "" ? { issues: [{ name: "password", code: "required" }] } : { values },
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
      <input
        type="email"
        autoComplete="username"
        value={session.account()?.email_address ?? ""}
        readOnly
        hidden
      />
      <PasswordField
        {...form.field("password")}
        autoComplete="current-password"
        showLabel={t`Show the password`}
        hideLabel={t`Hide the password`}
      />
    </FormDialog>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { FieldIssue } from "@sekimori/kit-web/form/field-issue";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { PasswordField } from "@sekimori/kit-web/primitives/password-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { changePassword } from "@sekimori/portal-contract/endpoints/password";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { client } from "../../app/client.ts";
import { newPasswordIssues } from "../../app/new-password/check-new-password.ts";
import {
  NewPasswordFields,
  useNewPasswordSettings,
} from "../../app/new-password/new-password-fields.tsx";
import { loadSite } from "../../app/site.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { refreshSecurity } from "./activity-query.ts";

type Values = { currentPassword: string; password: string; confirmation: string };

interface ChangePasswordDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** The current password and a new one, twice; other browsers are signed out. */
export function ChangePasswordDialog({ profile, onClose }: ChangePasswordDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const newPassword = useNewPasswordSettings();
  const personal = [profile.first_name, profile.last_name];
  const form = useForm<Values, Values>({
    defaultValues: { currentPassword: "", password: "", confirmation: "" },
    fields: { currentPassword: { label: t`Current password` }, ...newPassword },
    async validator() {
      const { passwordMaximum: maximum } = await loadSite();
      return (values) => {
        const issues: FieldIssue[] = newPasswordIssues({
          ...values,
          maximum,
          personal: [profile.email_address, ...personal],
        });
        if (values.currentPassword === "") {
          issues.unshift({ name: "currentPassword", code: "required" });
        }
        return issues.length > 0 ? { issues } : { values };
      };
    },
    async onSubmit({ currentPassword, password }) {
      const body = { currentPassword, newPassword: password };
      await stepUp.run(() => client.call(changePassword, { body }));
      await refreshSecurity();
      toasts.show({
        tone: "success",
        title: t`Password changed`,
        text: t`Your other devices have been logged out.`,
      });
      onClose();
    },
    place: ({ type }) => {
      if (type === "OldPasswordWrong") return "currentPassword";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Change Password`}
        submitLabel={t`Change`}
        pendingLabel={t`Changing`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <input type="email" autoComplete="username" value={profile.email_address} readOnly hidden />
        <PasswordField
          {...form.field("currentPassword")}
          autoComplete="current-password"
          showLabel={t`Show the password`}
          hideLabel={t`Hide the password`}
        />
        <NewPasswordFields form={form} email={profile.email_address} personal={personal} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

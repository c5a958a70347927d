import { useLingui } from "@lingui/react/macro";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { EmailField } from "@sekimori/kit-web/primitives/email-field";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { codeLength } from "@sekimori/portal-contract/constants";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { NewPasswordFields } from "../../app/new-password/new-password-fields.tsx";
import { session } from "../../app/session/current.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";
import { FormFoot, PageForm } from "../../app/shell/page-form.tsx";
import { useChangePasswordForm } from "./use-change-password-form.ts";
import { useForcedCode } from "./use-forced-code.ts";

/** /reset-password/change-password: the mailed code, and a new password. */
export function ChangePasswordPage() {
  const { t } = useLingui();
  const form = useChangePasswordForm();
  // A sign-in that was answered with RESET_PASSWORD leads here by itself.
  const [forced] = useState(() => session.pendingSignIn?.needsNewPassword === true);
  useForcedCode(forced);
  return (
    <NarrowPage
      title={t`Change Password`}
      description={t`Enter the confirmation code from the email and choose a new password. You will be logged out on every device.`}
    >
      {forced && (
        <Banner tone="warning" className="mb-6">
          {t`For the safety of your account you need to set a new password before you can log in.`}
        </Banner>
      )}
      <PageForm form={form} submitLabel={t`Change`} pendingLabel={t`Changing`}>
        <OneTimeCodeField {...form.field("code")} length={codeLength} />
        <EmailField {...form.field("email")} autoComplete="username" />
        <NewPasswordFields form={form} email={String(form.watch("email"))} personal={[]} />
      </PageForm>
      <FormFoot
        to={pageUrl("resetPassword", { step: "enter-id" })}
      >{t`Request a new confirmation code`}</FormFoot>
    </NarrowPage>
  );
}

import { useLingui } from "@lingui/react/macro";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmailField } from "@sekimori/kit-web/primitives/email-field";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { FormFoot, PageForm } from "@sekimori/kit-web/shell/page-form";
import { codeLength, typedRecoveryCodeMost } from "@sekimori/portal-contract/constants";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { NewPasswordFields } from "../../app/new-password/new-password-fields.tsx";
import { session } from "../../app/session/current.ts";
import { LostAll } from "./lost-all.tsx";
import { resetSentence } from "./reset-sentence.ts";
import { type MailedLink, useChangePasswordForm } from "./use-change-password-form.ts";
import { useForcedCode } from "./use-forced-code.ts";

/** Code, login ID and a new password; a mailed link has filled in the first two. */
export function ChangePassword({ link }: { readonly link: MailedLink | undefined }) {
  const { t, i18n } = useLingui();
  const { form, beside } = useChangePasswordForm(link);
  const isByPasskey = beside.shown === "passkey";
  // A sign-in that was answered with RESET_PASSWORD leads here by itself.
  const [forced] = useState(
    () => link === undefined && session.step() === pagePaths.changePassword,
  );
  useForcedCode(forced);
  return (
    <NarrowPage
      title={t`Change Password`}
      description={
        link === undefined
          ? t`Enter the confirmation code from the email and choose a new password. We'll log you out on all devices.`
          : t`Choose a new password. We'll log you out on all devices.`
      }
    >
      {forced && (
        <Banner tone="warning" className="mb-6">
          {t`To keep your account safe, set a new password before you log in.`}
        </Banner>
      )}
      <PageForm
        errorSentence={(error) => resetSentence(error, i18n)}
        form={form}
        submitLabel={isByPasskey ? t`Change with your passkey` : t`Change`}
        pendingLabel={isByPasskey ? t`Waiting for your passkey` : t`Changing`}
      >
        <OneTimeCodeField
          {...form.field("code")}
          length={codeLength}
          first={link === undefined}
          readOnly={link !== undefined}
        />
        <EmailField
          {...form.field("email")}
          autoComplete="username"
          readOnly={link !== undefined}
        />
        {beside.shown === "code" && (
          <TextField
            {...form.field("proof")}
            help={t`A passkey or an authenticator app protects this account, so email alone can't reset its password.`}
            maxLength={typedRecoveryCodeMost}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
        <NewPasswordFields form={form} email={String(form.watch("email"))} personal={[]} />
        {isByPasskey && (
          <p>{t`A passkey protects this account, so email alone can't reset its password.`}</p>
        )}
        {beside.canUsePasskey && (
          <Button
            variant="plain"
            flush
            className="justify-self-start"
            onClick={() => beside.choose(isByPasskey ? "code" : "passkey")}
          >
            {isByPasskey ? t`Use a code instead` : t`Use a passkey instead`}
          </Button>
        )}
      </PageForm>
      {link !== undefined && link.ways.length > 0 && (
        <LostAll token={link.token} endsAt={link.recovery?.endsAt ?? null} />
      )}
      {link === undefined && beside.shown !== undefined && (
        <p className="mt-6">{t`Don't have any of these? Open the link in the email to recover your account without them.`}</p>
      )}
      <FormFoot
        to={pageUrl("resetPassword", {
          step: "enter-id",
          login_hint: String(form.watch("email")) || undefined,
        })}
      >{t`Request a new confirmation code`}</FormFoot>
    </NarrowPage>
  );
}

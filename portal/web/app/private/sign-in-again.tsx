import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { codeLength, codePattern } from "@sekimori/portal-contract/constants";
import {
  confirmOtp,
  resendOtp,
  type SignInOutcome,
  signIn,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { useState } from "react";
import { captchaToken } from "../captcha/captcha-token.ts";
import { client } from "../client.ts";
import { language } from "../language.ts";
import { usePasswordForm } from "../present-password/use-password-form.ts";
import { ResendOtpButton } from "../resend/resend-otp-button.tsx";
import { useResend } from "../resend/use-resend.ts";
import { session } from "../session/current.ts";
import { PresentPasswordField } from "../shell/present-password-field.tsx";
import { pageAfter } from "../sign-up-flow/page-after-sign-in.ts";

/**
 * The same account's sign-in over the page, which stays as it is; unless the account asks for more
 * than the password and a mailed code: that is asked for on the pages of the sign-in.
 */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  /** When the mailed code may be sent again; undefined while the password is asked for. */
  const [mailed, setMailed] = useState<{ readonly resendAt: string | null }>();
  const navigate = useNavigate();
  const [email] = useState(() => session.account()?.email_address ?? "");

  async function follow(outcome: SignInOutcome): Promise<void> {
    if (outcome.status === "SIGNED_IN") {
      session.signedIn();
      onClose();
    } else if (outcome.status === "OTP_VERIFY" && outcome.ways[0] === "email") {
      setMailed({ resendAt: outcome.resendAt });
    } else {
      session.returnTo(`${window.location.pathname}${window.location.search}`);
      await navigate(pageAfter(session, outcome, email));
    }
  }

  return mailed ? (
    <CodeDialog
      mailed={mailed}
      onMailed={setMailed}
      follow={follow}
      onRestart={() => setMailed(undefined)}
      onClose={onClose}
    />
  ) : (
    <PasswordDialog email={email} follow={follow} onClose={onClose} />
  );
}

interface StepProps {
  readonly follow: (outcome: SignInOutcome) => Promise<void>;
  readonly onClose: () => void;
}

function PasswordDialog({ email, follow, onClose }: StepProps & { email: string }) {
  const { t } = useLingui();
  const form = usePasswordForm({
    label: t`Password`,
    onSubmit: async ({ password }) =>
      follow(
        await client.call(signIn, {
          body: { email, password, captcha: await captchaToken(), locale: language.current() },
        }),
      ),
    place: ({ type }) =>
      type === "UsernamePasswordIncorrect" || type === "TooManyRequest" ? "form" : undefined,
  });
  return (
    <FormDialog
      form={form}
      title={t`Log in again`}
      submitLabel={t`Log in`}
      pendingLabel={t`Logging in`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p>{email}</p>
      <PresentPasswordField {...form.field("password")} email={email} />
    </FormDialog>
  );
}

interface CodeDialogProps extends StepProps {
  readonly mailed: { readonly resendAt: string | null };
  readonly onMailed: (mailed: { readonly resendAt: string }) => void;
  readonly onRestart: () => void;
}

function CodeDialog({ mailed, onMailed, follow, onRestart, onClose }: CodeDialogProps) {
  const { t } = useLingui();
  const again = useResend(mailed.resendAt, async () =>
    onMailed(await client.call(resendOtp, { body: {} })),
  );
  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`One-time password`, digits: true } },
    validator: async () => (values) =>
      codePattern.test(values.code) ? { values } : { issues: [{ name: "code", code: "invalid" }] },
    onSubmit: async (body) => follow(await client.call(confirmOtp, { body })),
    place: ({ type }) => {
      if (type === "OTPInvalid" || type === "OTPExpired") return "code";
      return type === "OTPExceeded" ? "form" : undefined;
    },
  });
  const isOver = isApiError(form.problems.error, "OTPExceeded");
  return (
    <FormDialog
      form={form}
      unavailable={isOver}
      title={t`Log in again`}
      submitLabel={t`Verify`}
      pendingLabel={t`Verifying`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      {isOver ? (
        <Button variant="primary" onClick={onRestart}>
          {t`Start login over`}
        </Button>
      ) : (
        <>
          <OneTimeCodeField {...form.field("code")} length={codeLength} submits first />
          <ResendOtpButton again={again} />
        </>
      )}
    </FormDialog>
  );
}

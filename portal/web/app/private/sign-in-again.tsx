import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { codeLength, codePattern } from "@sekimori/portal-contract/constants";
import {
  confirmOtp,
  type SignInOutcome,
  signIn,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { useState } from "react";
import { captchaToken } from "../captcha/captcha-token.ts";
import { client } from "../client.ts";
import { language } from "../language.ts";
import { usePasswordForm } from "../present-password/use-password-form.ts";
import { session } from "../session/current.ts";
import { PresentPasswordField } from "../shell/present-password-field.tsx";
import { pageAfter } from "../sign-up-flow/page-after-sign-in.ts";

/** The same account's sign-in over the page, which stays as it is. */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState(false);
  const navigate = useNavigate();
  const [email] = useState(() => session.account()?.email_address ?? "");

  async function follow(outcome: SignInOutcome): Promise<void> {
    if (outcome.status === "SIGNED_IN") {
      session.signedIn();
      onClose();
    } else if (outcome.status === "OTP_VERIFY") setCode(true);
    else await navigate(pageAfter(session, outcome, email));
  }

  return code ? (
    <CodeDialog follow={follow} onClose={onClose} />
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

function CodeDialog({ follow, onClose }: StepProps) {
  const { t } = useLingui();
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
  return (
    <FormDialog
      form={form}
      title={t`Log in again`}
      submitLabel={t`Verify`}
      pendingLabel={t`Verifying`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <OneTimeCodeField {...form.field("code")} length={codeLength} submits first />
    </FormDialog>
  );
}

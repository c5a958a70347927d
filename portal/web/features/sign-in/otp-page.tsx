import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { codeLength, oneTimePasswordLifetimeMs } from "@sekimori/portal-contract/constants";
import { confirmOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { codeValidator } from "./code-validator.ts";
import { ResendOtp } from "./resend-otp.tsx";

/** The second step of a sign-in: six digits from a mail, five tries. */
export function OtpPage() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const email = session.pendingSignIn?.email ?? session.account()?.email_address ?? "";

  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`One-time password`, digits: true } },
    validator: async () => codeValidator,
    async onSubmit(body) {
      const outcome = await client.call(confirmOtp, { body });
      await navigate(pageAfter(session, outcome, email), { replace: true });
    },
    place: ({ type }) => {
      if (type === "OTPInvalid" || type === "OTPExpired") return "code";
      return type === "OTPExceeded" || type === "TooManyRequest" ? "form" : undefined;
    },
  });

  async function startOver() {
    const waiting = session.waitingPage();
    session.ended("signed-out");
    // The application's request still waits, and the address need not be typed again.
    if (waiting !== undefined) session.returnTo(waiting);
    await navigate(pageUrl("login", { login_hint: email || undefined }), { replace: true });
  }

  const { error } = form.problems;
  if (isApiError(error, "OTPExceeded")) {
    return (
      <NarrowPage title={t`One-Time Password Verification`}>
        <Banner tone="danger" role="alert" className="mb-6" title={errorSentence(error, i18n)} />
        <Button variant="primary" size="large" wide onClick={() => void startOver()}>
          {t`Start login over`}
        </Button>
      </NarrowPage>
    );
  }
  const minutes = oneTimePasswordLifetimeMs / 60_000;
  return (
    <NarrowPage
      title={t`One-Time Password Verification`}
      description={
        email
          ? t`We sent a ${{ codeLength }}-digit one-time password to ${{ email }}. It expires in ${{ minutes }} minutes.`
          : t`We sent a ${{ codeLength }}-digit one-time password to your email address. It expires in ${{ minutes }} minutes.`
      }
    >
      <PageForm form={form} submitLabel={t`Verify`} pendingLabel={t`Verifying`}>
        <OneTimeCodeField {...form.field("code")} length={codeLength} submits first />
      </PageForm>
      <div className="mt-6 grid justify-items-start gap-2">
        <ResendOtp />
        <Button variant="plain" className="-ml-5" onClick={() => void startOver()}>
          {t`Start login over`}
        </Button>
      </div>
    </NarrowPage>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { codeLength } from "@sekimori/portal-contract/constants";
import { confirmOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useRef } from "react";
import { client } from "../../app/client.ts";
import { useNavigate } from "../../app/routing/navigation.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/session/page-after-sign-in.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";
import { PageForm } from "../../app/shell/page-form.tsx";
import { codeValidator } from "./code-validator.ts";
import { ResendOtp } from "./resend-otp.tsx";

/** The second step of a sign-in: six digits from a mail, five tries. */
export function OtpPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const email = session.pendingSignIn?.email ?? session.account()?.email_address ?? "";

  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`One-time password`, digits: true } },
    validator: async () => codeValidator,
    async onSubmit(body) {
      const outcome = await client.call(confirmOtp, { body });
      await navigate(pageAfter(outcome, email), { replace: true });
    },
    place: ({ type }) => {
      if (type === "OTPInvalid" || type === "OTPExpired") return "code";
      return type === "OTPExceeded" || type === "TooManyRequest" ? "form" : undefined;
    },
  });

  async function startOver() {
    session.ended("signed-out");
    await navigate(pagePaths.login, { replace: true });
  }

  return (
    <NarrowPage
      title={t`One-Time Password Verification`}
      description={
        email
          ? t`We have sent a six-digit one-time password to ${{ email }}. It is valid for 10 minutes.`
          : t`We have sent a six-digit one-time password to your email address. It is valid for 10 minutes.`
      }
    >
      <PageForm form={form} ref={element} submitLabel={t`Verify`} pendingLabel={t`Verifying`}>
        <OneTimeCodeField
          {...form.field("code")}
          length={codeLength}
          onComplete={() => element.current?.requestSubmit()}
        />
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

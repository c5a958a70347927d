import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { codeLength, oneTimePasswordLifetimeMs } from "@sekimori/portal-contract/constants";
import { confirmOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { client } from "../../app/client.ts";
import { codeValidator } from "../../app/second-factor/proof-validators.ts";
import { session } from "../../app/session/current.ts";
import { ShownAddress } from "../../app/shown-address.tsx";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { ResendOtp } from "./resend-otp.tsx";
import { StartOver, TooManyTries } from "./start-over.tsx";
import type { BrowserTrust } from "./use-trust.tsx";

/** The second step of a sign-in by six digits from a mail: five tries. */
export function MailedCode({
  email,
  trust: { tick, ...asked },
}: {
  readonly email: string;
  readonly trust: BrowserTrust;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`One-time password`, digits: true } },
    validator: async () => codeValidator,
    async onSubmit(body) {
      const outcome = await client.call(confirmOtp, { body: { ...body, ...asked } });
      await navigate(pageAfter(session, outcome, email), { replace: true });
    },
    place: ({ type }) => {
      if (type === "OTPInvalid" || type === "OTPExpired") return "code";
      return type === "OTPExceeded" || type === "TooManyRequest" ? "form" : undefined;
    },
  });

  if (form.problems.error?.type === "OTPExceeded") {
    return <TooManyTries error={form.problems.error} email={email} />;
  }
  const minutes = oneTimePasswordLifetimeMs / 60_000;
  return (
    <NarrowPage
      title={t`One-Time Password Verification`}
      description={
        email ? (
          <Trans>
            We sent a {codeLength}-digit one-time password to <ShownAddress email={email} />. It
            expires in {minutes} minutes.
          </Trans>
        ) : (
          t`We sent a ${{ codeLength }}-digit one-time password to your email address. It expires in ${{ minutes }} minutes.`
        )
      }
    >
      <PageForm form={form} submitLabel={t`Verify`} pendingLabel={t`Verifying`}>
        {/* Above: the last digit sends the form. */}
        {tick}
        <OneTimeCodeField {...form.field("code")} length={codeLength} submits first />
      </PageForm>
      <p className="mt-6">
        <StartOver email={email} />
      </p>
      <section
        aria-labelledby="no-mail"
        className="mt-6 border-t border-border pt-6 text-[0.875rem] leading-[1.8]"
      >
        <h2 id="no-mail" className="mb-2 font-700">
          {t`Didn't get the email?`}
        </h2>
        <p className="mb-4 text-muted">{t`Check your spam folder, or request another one.`}</p>
        <ResendOtp />
      </section>
    </NarrowPage>
  );
}

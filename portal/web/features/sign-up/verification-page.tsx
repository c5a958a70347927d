import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { codeLength, signUpCodeLifetimeMs } from "@sekimori/portal-contract/constants";
import { confirmSignUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { clientStorage } from "../../app/session/current.ts";
import { ShownAddress } from "../../app/shown-address.tsx";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { AccountExists } from "./account-exists.tsx";
import { ResendCode } from "./resend-code.tsx";
import { StepButton } from "./step-button.tsx";

/** /account/register-verification: proves the address by the code sent to it. */
export function VerificationPage() {
  const { t } = useLingui();
  const { flow, advance } = useWizard();
  const [exists, setExists] = useState(false);
  const form = useForm({
    defaultValues: { code: "" },
    fields: { code: { label: t`Authentication code` } },
    validator: async () =>
      schemaValidator((await import("./verification-schema.ts")).verificationSchema),
    place: ({ type }) => (type === "CodeInvalid" || type === "CodeExpired" ? "code" : undefined),
    async onSubmit(body) {
      try {
        await advance(async () => (await client.call(confirmSignUp, { body })).flow);
      } catch (error) {
        if (!isApiError(error, "LoginIDExists")) throw error;
        setExists(true);
      }
    },
  });
  const minutes = signUpCodeLifetimeMs / 60_000;
  const registerPage = clientStorage.read("security24")
    ? pagePaths.registerSecurity24
    : pagePaths.register;

  if (exists) return <AccountExists />;
  return (
    <>
      <PageHeader
        title={t`Registration Code Authentication`}
        description={
          <Trans>
            We sent a {codeLength}-digit code to <ShownAddress email={flow.email} />. It's valid for{" "}
            {minutes} minutes.
          </Trans>
        }
      />
      <form {...form.props} className="flex flex-col gap-6">
        <FormSummary form={form} />
        <OneTimeCodeField {...form.field("code")} length={codeLength} submits first />
        <StepButton form={form} apart>
          <Trans>Verify and continue</Trans>
        </StepButton>
      </form>
      <section
        aria-labelledby="no-mail"
        className="mt-12 border-t border-border pt-6 text-[0.875rem] leading-[1.8]"
      >
        <h2 id="no-mail" className="mb-2 font-700">
          <Trans>Didn't get the email?</Trans>
        </h2>
        <p className="text-muted">
          <Trans>
            Check your spam folder, request another code, or{" "}
            <Link to={registerPage} className={linkClass}>
              use another address
            </Link>
            .
          </Trans>
        </p>
        <ResendCode />
        <p className="mt-5 text-muted">
          <Trans>You can also continue on another device with the link in the email.</Trans>
        </p>
      </section>
    </>
  );
}

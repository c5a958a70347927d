import "./error-sentences.ts";
import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { EmailField } from "@sekimori/kit-web/primitives/email-field";
import { useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { FormFoot, PageForm } from "@sekimori/kit-web/shell/page-form";
import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { captchaToken } from "../../app/captcha/captcha-token.ts";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { session } from "../../app/session/current.ts";
import { loginHintOf } from "../../app/session/login-hint.ts";
import { resetSentence } from "./reset-sentence.ts";

/** Step 1: whose password it is. The answer is the same for every address. */
export function EnterId() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const form = useForm<{ email: string }, { email: string }>({
    defaultValues: {
      email: loginHintOf(query) ?? session.account()?.email_address ?? "",
    },
    fields: { email: { label: t`Email address` } },
    validator: async () =>
      schemaValidator((await import("./email-only-schema.ts")).emailOnlySchema),
    async onSubmit({ email }) {
      const captcha = await captchaToken();
      await client.call(forgotPassword, { body: { email, captcha, locale: language.current() } });
      await navigate(pageUrl("resetPassword", { step: "email-notification", login_hint: email }));
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  return (
    <NarrowPage
      title={t`Reset Password`}
      description={t`Enter your account's email address. We'll send you a reset link and a confirmation code.`}
    >
      <h2 className="mb-5 text-std-20B-150">{t`Send reset URL`}</h2>
      <PageForm
        errorSentence={(error) => resetSentence(error, i18n)}
        form={form}
        submitLabel={t`Send`}
        pendingLabel={t`Sending`}
      >
        <EmailField {...form.field("email")} autoComplete="username" />
      </PageForm>
      <FormFoot
        to={pageUrl("login", { login_hint: form.watch("email") || undefined })}
      >{t`Back to login`}</FormFoot>
    </NarrowPage>
  );
}

import { useLingui } from "@lingui/react/macro";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { captchaToken } from "../../app/captcha/captcha-token.ts";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { Link } from "../../app/routing/link.tsx";
import { useNavigate, useSearchParams } from "../../app/routing/navigation.ts";
import { session } from "../../app/session/current.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";

/** Step 1: whose password it is. The answer is the same for every address. */
export function EnterId() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const form = useForm<{ email: string }, { email: string }>({
    defaultValues: { email: query.get(queryNames.loginHint) ?? session.pendingSignIn?.email ?? "" },
    fields: { email: { label: t`Email address` } },
    validator: async () =>
      schemaValidator((await import("./email-only-schema.ts")).emailOnlySchema),
    async onSubmit({ email }) {
      const captcha = await captchaToken();
      await client.call(forgotPassword, { body: { email, captcha, locale: language.current() } });
      session.pendingSignIn = { email };
      await navigate(pageUrl("resetPassword", { step: "email-notification" }));
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  return (
    <NarrowPage
      title={t`Reset Password`}
      description={t`Enter the email address of your account. We will send you a confirmation code.`}
    >
      <form {...form.props} className="grid gap-6">
        <FormSummary form={form} />
        <TextField
          {...form.field("email")}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          pending={form.busy}
          pendingLabel={t`Sending`}
        >
          {t`Send the confirmation code`}
        </Button>
      </form>
      <p className="mt-6">
        <Link to={pagePaths.login} className={linkClass}>
          {t`Back to login`}
        </Link>
      </p>
    </NarrowPage>
  );
}

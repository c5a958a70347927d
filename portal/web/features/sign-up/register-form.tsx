import { Trans, useLingui } from "@lingui/react/macro";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmailField } from "@sekimori/kit-web/primitives/email-field";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation, useNavigate } from "@sekimori/kit-web/routing/navigation";
import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { captchaToken } from "../../app/captcha/captcha-token.ts";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { beginFlow } from "../../app/sign-up-flow/flow-query.ts";
import { useExternalIdName } from "../../app/site.ts";
import { ExternalIdSignUp } from "./external-id-sign-up.tsx";
import { PlanChoice } from "./plan-choice.tsx";

interface RegisterFormProps {
  readonly plan: PlanId;
  /** Whether another plan may be chosen. */
  readonly choice: boolean;
  /** The address a person was brought with. */
  readonly email: string;
}

/** Begins a sign-up, by a code to an address or with an external ID (specification 2). */
export function RegisterForm({ plan, choice, email }: RegisterFormProps) {
  const { t } = useLingui();
  const name = useExternalIdName();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const form = useForm({
    defaultValues: { plan: plan as string, email },
    fields: {
      plan: { label: t`Plan` },
      email: {
        label: t`Email address`,
        requirement: "required",
        help: t`We'll send an authentication code to this address.`,
      },
    },
    validator: async () => schemaValidator((await import("./register-schema.ts")).registerSchema),
    place: ({ type }) => (type === "LoginIDExists" ? "email" : undefined),
    async onSubmit(values) {
      const { flow } = await client.call(signUp, {
        body: { ...values, captcha: await captchaToken(), locale: language.current() },
      });
      await navigate(beginFlow(flow), { state: { from: pathname } });
    },
  });
  const chosen = form.watch("plan") as PlanId;
  const trial = chosen !== "free";

  return (
    <form {...form.props} className="flex flex-col gap-8">
      <FormSummary form={form} />
      {choice && <PlanChoice texts={form.texts("plan")} control={form.control("plan")} />}
      <EmailField {...form.field("email")} autoComplete="email" />
      <div className="flex flex-col gap-4">
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          pending={form.busy}
          pendingLabel={t`Sending`}
        >
          {trial ? t`Start free trial with email` : t`Register with email`}
        </Button>
        {name && (
          <>
            <p className="flex items-center gap-4 text-[0.875rem] text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
              <Trans>or</Trans>
            </p>
            <ExternalIdSignUp
              plan={() => form.values().plan as PlanId}
              label={trial ? t`Start free trial with ${{ name }}` : t`Register with ${{ name }}`}
            />
          </>
        )}
      </div>
      <p className="border-t border-border pt-6 text-center">
        <Trans>
          Already have an account?{" "}
          <Link to={pagePaths.login} className={linkClass}>
            Log in
          </Link>
        </Trans>
      </p>
    </form>
  );
}

import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { EmailField } from "@sekimori/kit-web/primitives/email-field";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { FormFoot, PageForm } from "@sekimori/kit-web/shell/page-form";
import { beginSingleSignOn } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useEffect, useRef, useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { loginHintOf } from "../../app/session/login-hint.ts";
import { FailedPart } from "./failed-part.tsx";

/** Goes to the provider of an address's domain: at once with the address that was typed on the page before. */
export function BeginPart() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const [hint] = useState(() => loginHintOf(query) ?? "");
  const [nobody, setNobody] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const form = useForm<{ email: string }, { email: string }>({
    defaultValues: { email: hint },
    fields: { email: { label: t`Email address`, requirement: "required" } },
    validator: async () => schemaValidator((await import("./schemas.ts")).addressSchema),
    async onSubmit({ email }) {
      setNobody(false);
      try {
        const body = { email, locale: language.current() };
        const { redirectUrl } = await client.call(beginSingleSignOn, { body });
        if (redirectUrl === null) setNobody(true);
        else {
          // In the place of this page, which would lead there again on the way back.
          window.location.replace(redirectUrl);
          await new Promise(() => undefined);
        }
      } catch (error) {
        if (!isApiError(error, "SingleSignOnFailed")) throw error;
        setFailure(error);
      }
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (hint !== "") element.current?.requestSubmit();
  }, [hint]);

  if (failure) return <FailedPart error={failure} />;
  return (
    <NarrowPage
      title={t`Log in through your organization`}
      description={t`Enter your work email address. You'll go on to your organization's login page.`}
    >
      {nobody && (
        <Banner
          className="mb-6"
          tone="warning"
          role="alert"
          title={t`Single sign-on isn't set up for this address's domain`}
        >
          {t`Log in with your email address and password. If you never set a password, reset it by email.`}
        </Banner>
      )}
      <PageForm
        form={form}
        ref={element}
        submitLabel={t`Continue`}
        pendingLabel={t`Opening your organization's login page`}
      >
        <EmailField {...form.field("email")} autoComplete="username" />
      </PageForm>
      <FormFoot to={pagePaths.login}>{t`Back to login`}</FormFoot>
    </NarrowPage>
  );
}

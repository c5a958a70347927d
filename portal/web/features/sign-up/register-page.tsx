import "./error-titles.ts";
import { useLingui } from "@lingui/react/macro";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { queryNames } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { useEffect } from "react";
import { language } from "../../app/language.ts";
import { clientStorage } from "../../app/session/current.ts";
import { loginHintOf } from "../../app/session/login-hint.ts";
import { RegisterForm } from "./register-form.tsx";

/** /register: a plan, unless an application invited the person, and how to begin with it. */
export function RegisterPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const isInvited = query.has(queryNames.invited);

  useEffect(() => clientStorage.write("security24", undefined), []);

  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 py-10 sm:py-16">
      <PageHeader
        title={t`Account Registration`}
        description={
          isInvited
            ? t`You've been invited. Confirm your email address to continue. You don't need a plan or a card.`
            : t`Choose a plan, then confirm your email address. It takes about five minutes.`
        }
      />
      <RegisterForm
        plan={isInvited ? "free" : "detailed"}
        choice={!isInvited}
        email={loginHintOf(query) ?? ""}
      />
    </div>
  );
}

/** /register-security24: the free trial of the lighter product, without a choice of plans. */
export function RegisterSecurity24Page() {
  const { t } = useLingui();
  const [query] = useSearchParams();

  useEffect(() => clientStorage.write("security24", true), []);

  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 py-10 sm:py-16">
      <PageHeader
        title={planNames.security24[language.current()]}
        description={t`Try the service for free. No card needed.`}
      />
      <RegisterForm plan="security24" choice={false} email={loginHintOf(query) ?? ""} />
    </div>
  );
}

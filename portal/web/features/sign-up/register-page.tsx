import { useLingui } from "@lingui/react/macro";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { queryNames } from "@sekimori/portal-contract/page-routes";
import { useEffect } from "react";
import { useSearchParams } from "../../app/routing/navigation.ts";
import { clientStorage } from "../../app/session/current.ts";
import { RegisterForm } from "./register-form.tsx";

/** /register: a plan, and how to begin with it. */
export function RegisterPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 py-10 sm:py-16">
      <PageHeader
        title={t`Account registration`}
        description={t`Choose a plan, then confirm your email address. It takes about five minutes.`}
      />
      <RegisterForm plan="detailed" choice email={query.get(queryNames.loginHint) ?? ""} />
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
        title={t`Security 24 free trial`}
        description={t`Try the diagnosis service free of charge. No card is needed.`}
      />
      <RegisterForm
        plan="security24"
        choice={false}
        email={query.get(queryNames.loginHint) ?? ""}
      />
    </div>
  );
}

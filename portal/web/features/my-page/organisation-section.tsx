import { useLingui } from "@lingui/react/macro";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Section } from "./section.tsx";

/** The way to the organisation of a company's account. */
export function OrganisationSection() {
  const { t } = useLingui();
  return (
    <Section
      title={t({ message: "Organization", context: "page" })}
      description={t`Verify your company's domains, then set up single sign-on and login rules for your colleagues.`}
    >
      <Link to={pagePaths.organisation} className={linkClass}>
        {t`Manage your organization`}
      </Link>
    </Section>
  );
}

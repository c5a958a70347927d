import { useLingui } from "@lingui/react/macro";
import { apiBase } from "@sekimori/kit-contract/api-base";
import type { Locale } from "@sekimori/kit-contract/locale";
import { Link } from "@sekimori/kit-web/primitives/link";
import { LanguageSwitch } from "@sekimori/kit-web/shell/language-switch";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { language } from "../language.ts";
import { reportError } from "../sentences/report-error.ts";
import { clientStorage } from "../session/current.ts";
import { useSite } from "../site.ts";

function chooseLanguage(locale: Locale): void {
  language.switchTo(locale).then(() => clientStorage.write("language", locale), reportError);
}

/**
 * The footer's links, each in a new tab (specification 1). Company and privacy pages are the operator's and
 * differ by language.
 */
export function Footer({ languageSwitch = false }: { languageSwitch?: boolean }) {
  const { t } = useLingui();
  const site = useSite();
  const locale = language.current();
  const links = [
    { label: t`Legal notice`, href: pagePaths.notation },
    { label: t`Terms of service`, href: `${apiBase}/site/legal/service-terms.${locale}.pdf` },
    { label: t`Company information`, href: site?.companyUrl[locale] },
    { label: t`Privacy policy`, href: site?.privacyUrl[locale] },
  ];
  return (
    <footer className="border-t border-border px-4 py-5 sm:px-8">
      <div className="mx-auto flex max-w-[76rem] flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <nav aria-label={t`About this site`}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 text-[0.875rem]">
            {links.map(({ label, href }) => (
              <li key={label} className="min-h-6">
                <Link href={href} quiet newTabLabel={t`opens in a new tab`}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {languageSwitch && <LanguageSwitch onChoose={chooseLanguage} />}
          <p className="text-[0.8125rem] text-muted">
            © {site?.providerName[locale] ?? "Sekimori"}
          </p>
        </div>
      </div>
    </footer>
  );
}

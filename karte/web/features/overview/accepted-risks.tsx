import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { language } from "../../app/language.ts";
import { Moment } from "../../app/words/moment.tsx";

/** The accepted risks that end next, and when. */
export function AcceptedRisks({ next }: { readonly next: Overview["accepted"]["next"] }) {
  const { t } = useLingui();
  const locale = language.current();
  return (
    <ul className="border-t border-border">
      {next.map(({ id, title, host, until }) => (
        <li key={id} className="border-b border-border py-1.5">
          <Link to={`${pagePaths.inventoryResult}?id=${id}`} className={linkClass}>
            {title[locale]}
          </Link>
          <p className="text-[0.875rem] text-muted">
            <bdi className="break-all">{host}</bdi> {t`until`} <Moment at={until} withExact />
          </p>
        </li>
      ))}
    </ul>
  );
}

import { useLingui } from "@lingui/react/macro";
import { portalPaths } from "@sekimori/karte-contract/constants";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Link } from "@sekimori/kit-web/primitives/link";
import { useQuery } from "@tanstack/react-query";
import { siteQuery } from "../session/workspace-queries.ts";

/** Where karte stands on its own: the portal's legal pages, each in a new tab as in the portal. */
export function Footer() {
  const { t } = useLingui();
  const portal = useQuery(siteQuery, queryClient).data?.portalOrigin;
  if (portal === undefined) return null;
  const links = [
    { label: t`Legal notice`, path: portalPaths.legalNotice },
    { label: t`Terms of service`, path: portalPaths.terms },
  ];
  return (
    <footer className="border-t border-border px-4 py-5 sm:px-8">
      <nav aria-label={t`About this site`} className="mx-auto max-w-[80rem]">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-[0.875rem]">
          {links.map(({ label, path }) => (
            <li key={path} className="min-h-6">
              <Link href={`${portal}${path}`} quiet newTabLabel={t`opens in a new tab`}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}

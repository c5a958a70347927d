import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation } from "@sekimori/kit-web/routing/navigation";
import { useMay } from "../session/session-query.ts";

/** The pages that one begins with; those alone that the roles open. */
export function MainNav() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const pages = [
    { path: pagePaths.find, name: t`Find a member`, may: useMay("find-members") },
    { path: pagePaths.work, name: t`Work queue`, may: useMay("see-work") },
    { path: pagePaths.requests, name: t`Requests`, may: useMay("see-requests") },
    { path: pagePaths.month, name: t`Month`, may: useMay("see-month") },
    { path: pagePaths.staff, name: t`Staff`, may: useMay("see-staff") },
    { path: pagePaths.maintenance, name: t`Maintenance`, may: useMay("see-maintenance") },
  ];
  return (
    <nav data-main-nav aria-label={t`Pages`} className="border-b border-border px-4 sm:px-8">
      <ul className="mx-auto flex w-full max-w-[72rem] flex-wrap gap-x-6">
        {pages
          .filter(({ may }) => may)
          .map(({ path, name }) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={pathname === path ? "page" : undefined}
                className="-mb-px flex min-h-11 items-center border-b-2 border-transparent text-[0.9375rem] whitespace-nowrap text-muted no-underline hover:text-text aria-[current]:border-key aria-[current]:font-700 aria-[current]:text-text"
              >
                {name}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

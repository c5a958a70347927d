import { useLingui } from "@lingui/react/macro";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation } from "@sekimori/kit-web/routing/navigation";

export interface MainPage {
  readonly path: string;
  readonly name: string;
}

/** The pages that one begins with, and which of them is shown. */
export function MainPages({ pages }: { readonly pages: readonly MainPage[] }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  return (
    <nav data-main-nav aria-label={t`Pages`} className="border-b border-border px-4 sm:px-8">
      <ul className="mx-auto flex w-full max-w-[72rem] flex-wrap gap-x-6">
        {pages.map(({ path, name }) => (
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

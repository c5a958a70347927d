import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { Logo } from "@sekimori/kit-web/brand/logo";
import { Link } from "@sekimori/kit-web/routing/link";
import type { ReactNode } from "react";

interface TopBarProps {
  /** Which of the consoles it is; the operator's unless given. */
  readonly name?: string;
  readonly children?: ReactNode;
}

/** The bar over every page: where one is. Both consoles begin at the same path of their origins. */
export function TopBar({ name, children }: TopBarProps) {
  const { t } = useLingui();
  return (
    <header
      data-top-bar
      className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-border bg-surface px-4 sm:px-8"
    >
      <Link to={pagePaths.find} className="flex items-center gap-2 rounded-4 no-underline">
        <Logo label="Sekimori" height={22} width={118} />
        <span className="text-[0.8125rem] font-700 text-muted max-sm:sr-only">
          {name ?? t`Console`}
        </span>
      </Link>
      <div className="ml-auto">{children}</div>
    </header>
  );
}

import { useLingui } from "@lingui/react/macro";
import { Link } from "../routing/link.tsx";
import { labelText, type MenuItem } from "./menu.ts";

interface MenuLinkProps {
  readonly item: MenuItem;
  readonly path: string;
  readonly current: boolean;
}

// Lower where a mouse points, so that the whole menu fits a small window.
const shape = "flex min-h-10 items-center gap-3 rounded-6 px-3 py-1 lg:min-h-9";
const live =
  "text-text no-underline hover:bg-key-soft aria-[current=page]:bg-key-soft aria-[current=page]:font-700 aria-[current=page]:text-key";

/** One place to go to; a disabled one stays readable and says that it is not available. */
export function MenuLink({ item, path, current }: MenuLinkProps) {
  const { t, i18n } = useLingui();
  const inset = item.level > 1 ? "pl-11 text-[0.875rem]" : "";
  const label = labelText(item.label, i18n);
  const icon = item.image && <item.image />;
  if (item.disabled) {
    return (
      <span className={`${shape} ${inset} text-muted`}>
        {icon}
        {label}
        <span className="sr-only">{t`(not available)`}</span>
      </span>
    );
  }
  return (
    <Link
      to={path}
      aria-current={current ? "page" : undefined}
      className={`${shape} ${inset} ${live}`}
    >
      {icon}
      {label}
    </Link>
  );
}

import { useLingui } from "@lingui/react/macro";
import { NotFoundIllustration } from "../brand/state-illustrations.tsx";
import { buttonClass } from "../primitives/button-class.ts";
import { EmptyState } from "../primitives/empty-state.tsx";
import { Link } from "../routing/link.tsx";

interface PageNotFoundProps {
  /** Where to go on from here, and what that is called. */
  readonly to: string;
  readonly label: string;
}

/** What stands at every unknown address. */
export function PageNotFound({ to, label }: PageNotFoundProps) {
  const { t } = useLingui();
  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={t`Page not found`}
        illustration={<NotFoundIllustration />}
        action={
          <Link to={to} className={buttonClass({})}>
            {label}
          </Link>
        }
      >
        {t`The page may have moved or been removed, or its address may be mistyped.`}
      </EmptyState>
    </div>
  );
}

import { useLingui } from "@lingui/react/macro";
import { NotFoundIllustration } from "../brand/state-illustrations.tsx";
import { buttonClass } from "../primitives/button-class.ts";
import { StatePage } from "../primitives/state-page.tsx";
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
    <StatePage
      title={t`Page not found`}
      illustration={<NotFoundIllustration />}
      action={
        <Link to={to} className={buttonClass({ size: "large", wide: true })}>
          {label}
        </Link>
      }
    >
      {t`The page may have moved or been removed, or its address may be mistyped.`}
    </StatePage>
  );
}

import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";

interface MemberStepProps {
  readonly member: string;
  /** What the row is called, for those who hear the link alone. */
  readonly of: string;
  readonly hint: string;
}

/** The next step is at the member's page. */
export function MemberStep({ member, of, hint }: MemberStepProps) {
  const { t } = useLingui();
  return (
    <>
      <Link to={`${pagePaths.member}?${new URLSearchParams({ id: member })}`} className={linkClass}>
        {t`Open the member`}
        <span className="sr-only">{`: ${of}`}</span>
      </Link>
      <p className="text-[0.875rem] text-muted">{hint}</p>
    </>
  );
}

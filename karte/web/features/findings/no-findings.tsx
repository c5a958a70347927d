import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import {
  EmptyIllustration,
  NotFoundIllustration,
} from "@sekimori/kit-web/brand/state-illustrations";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { SearchedFor } from "../../app/lists/searched-for.tsx";
import { filtersOf } from "./list-address.ts";

/** Nothing was ever found: there is nothing to narrow, sort or select. */
export function NothingFoundYet() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No findings`}
      illustration={<EmptyIllustration />}
      action={
        <Link to={pagePaths.siteList} className={buttonClass({})}>
          {t`Go to the domain list`}
        </Link>
      }
    >
      {t`They appear here when a scan finds something to fix.`}
    </EmptyState>
  );
}

/** Of what was found, nothing is in this list: nothing fits, or nothing is open. */
export function NoFindings() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const { by } = Object.fromEntries(address);
  if (Object.keys(filtersOf(address)).length > 0) {
    return (
      <EmptyState
        title={t`No findings match`}
        illustration={<NotFoundIllustration />}
        action={
          <Button onClick={() => void setAddress(by === undefined ? {} : { by })}>
            {t`Clear filters`}
          </Button>
        }
      >
        <SearchedFor text={address.get("q") ?? ""} />
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`There are no open findings`} illustration={<EmptyIllustration />}>
      {t`Choose a status above to see what was fixed or accepted.`}
    </EmptyState>
  );
}

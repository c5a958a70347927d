import { useLingui } from "@lingui/react/macro";
import type { SessionView } from "@sekimori/karte-contract/endpoints/session";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { formatDay } from "@sekimori/kit-contract/dates";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { language } from "../language.ts";

type Leaving = NonNullable<NonNullable<SessionView["workspace"]>["leaving"]>;

/** Said on every page while the reader, the workspace's last owner or its contract's holder leaves. */
export function LeavingNews({ leaving }: { readonly leaving: Leaving }) {
  const { t } = useLingui();
  const { yours, closesOn } = leaving;
  const locale = language.current();
  const last = formatDay(leaving.endsOn, locale);
  const deleted = formatDay(leaving.deletesOn, locale);
  const closed = closesOn && formatDay(closesOn, locale);
  if (yours) {
    return (
      <Banner
        tone="warning"
        title={t`Your account closes on ${{ last }}`}
        action={
          <Link to={pagePaths.myContract} className={linkClass}>
            {t`View your contract`}
          </Link>
        }
      >
        <p>{t`You can use the service and undo this until ${{ last }}. We'll delete your data on ${{ deleted }}.`}</p>
        {closed && (
          <p>{t`This workspace closes on ${{ closed }} and its data is deleted, because it has no other owner.`}</p>
        )}
      </Banner>
    );
  }
  return closed ? (
    <Banner tone="warning" title={t`This workspace closes on ${{ closed }}`}>
      {t`Its last owner is closing their account. We'll delete its data on that day. Export what you need by ${{ last }}.`}
    </Banner>
  ) : (
    <Banner tone="warning" title={t`This workspace's contract ends on ${{ last }}`}>
      {t`The contract holder is closing their account. After that, the free plan applies until an owner moves the workspace to their own contract.`}
    </Banner>
  );
}

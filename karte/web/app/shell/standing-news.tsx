import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useMay, useSession } from "../session/session-query.ts";
import { LeavingNews } from "./leaving-news.tsx";

/** What concerns the person on every page: their word is wanted, or the plan holds fewer people. */
export function StandingNews() {
  const { t } = useLingui();
  const workspace = useSession().data?.workspace;
  const mayHandOn = useMay("transfer-ownership");
  if (!workspace) return null;
  const { offers, overPlan, leaving, plan } = workspace;
  if (offers.length === 0 && !overPlan && leaving === null) return null;
  return (
    <div className="mb-6 grid gap-3">
      {leaving && <LeavingNews leaving={leaving} />}
      {overPlan && (
        <Banner
          tone="warning"
          title={t`You have view-only access`}
          action={
            mayHandOn ? (
              <Link to={pagePaths.workspace} className={linkClass}>
                {t`See what you can do`}
              </Link>
            ) : (
              <Link to={pagePaths.myContract} className={linkClass}>
                {t`See who holds the contract`}
              </Link>
            )
          }
        >
          <p>
            {plan.suspended
              ? t`The plan is suspended, and this workspace has more people than the free plan allows. Your access comes back when the contract holder pays all unpaid invoices.`
              : t`This workspace has more people than its plan allows. Your access comes back when the contract holder upgrades the plan, or when somebody who can manage people removes or suspends others.`}
          </p>
          {!mayHandOn && <p>{t`Until then, you can still view and export.`}</p>}
          {mayHandOn && (
            <p>{t`As an owner, you can still make other members owners, transfer, leave or close the workspace, and export its data. If no one holds its contract anymore, you can move it to yours.`}</p>
          )}
        </Banner>
      )}
      {offers.map(({ id, what, from }) => (
        <Banner
          key={id}
          title={
            what === "ownership"
              ? t`${{ from }} wants you to become an owner of this workspace`
              : t`${{ from }} wants to move this workspace to your contract`
          }
          action={
            <Link to={pagePaths.workspace} className={linkClass}>
              {t`Respond`}
            </Link>
          }
        />
      ))}
    </div>
  );
}

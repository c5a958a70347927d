import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { DomainRow } from "@sekimori/karte-contract/endpoints/domains";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useMay, useSession } from "../../app/session/session-query.ts";

/** Says what the plan has rest among the domains that are shown, and what helps. */
export function Resting({ domains }: { readonly domains: readonly DomainRow[] }) {
  const { t } = useLingui();
  const workspace = useSession().data?.workspace;
  const mayManage = useMay("manage-domains");
  const isOver = domains.some(({ readOnly }) => readOnly);
  const isLess = domains.some(({ rests }) => rests === "schedule");
  if (!workspace || !(isOver || isLess)) return null;
  const { plan, holdsContract } = workspace;
  const limit = plan.domains;
  return (
    <Banner
      tone="warning"
      className="mb-6"
      title={
        isOver
          ? t`Domains over your plan's limit aren't scanned`
          : t`Automatic scans are paused by your plan`
      }
      action={
        <Link to={pagePaths.myContract} className={linkClass}>
          {holdsContract ? t`View your contract` : t`See who holds the contract`}
        </Link>
      }
    >
      {isOver && (
        <p>
          {t`The plan covers ${plural(limit, { one: "# domain: the one added first", other: "# domains: the ones added first" })}. You can view and export the others.`}
        </p>
      )}
      {isOver && mayManage && (
        <p>{t`When you delete a domain that you no longer need, the next one takes its place.`}</p>
      )}
      {isLess && (
        <p>{t`The plan doesn't include automatic scans this often. The setting is kept, and they continue with a plan that includes them.`}</p>
      )}
      <p>
        {plan.suspended
          ? holdsContract
            ? t`The plan is suspended. Everything continues when you pay all unpaid invoices.`
            : t`The plan is suspended. Everything continues when the contract holder pays all unpaid invoices.`
          : holdsContract
            ? t`With a larger plan, everything continues.`
            : t`With a larger plan, everything continues. The contract holder can upgrade.`}
      </p>
    </Banner>
  );
}

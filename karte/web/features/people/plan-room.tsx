import { useLingui } from "@lingui/react/macro";
import type { listPeople } from "@sekimori/karte-contract/endpoints/people";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useMay, useSession } from "../../app/session/session-query.ts";

type People = EndpointResult<typeof listPeople>;

const isOver = ({ used, limit }: People) => limit !== null && used > limit;

/** How many people the plan has room for, and how many there are; nothing where they are not counted. */
export function useRoom(people: People | undefined): string | undefined {
  const { t } = useLingui();
  if (!people || people.limit === null) return undefined;
  const { used, limit } = people;
  return isOver(people)
    ? t`${{ used }} people, including invitations; the plan has room for ${{ limit }}`
    : t`${{ used }} of ${{ limit }} people in your plan, including invitations`;
}

/** Who is affected when the plan holds fewer people, and what the reader can do about it themselves. */
export function OverPlan({ people }: { readonly people: People }) {
  const { t } = useLingui();
  const plan = useSession().data?.workspace?.plan;
  const mayManage = useMay("manage-people");
  if (!isOver(people)) return null;
  const holder = people.members.find(({ holdsContract }) => holdsContract);
  const name = holder?.name ?? "";
  const isSuspended = plan?.suspended ?? false;
  const byHolder = isSuspended
    ? t`Your plan is suspended. Pay all unpaid invoices on My Page, or remove or suspend members here.`
    : t`Upgrade your plan on My Page, or remove or suspend members here.`;
  const byManager = isSuspended
    ? t`You can remove or suspend members, or ask ${{ name }}, who holds the contract, to pay all unpaid invoices.`
    : t`You can remove or suspend members, or ask ${{ name }}, who holds the contract, to upgrade the plan.`;
  const isYours = holder?.you ?? false;
  return (
    <Banner
      tone="warning"
      className="mb-6"
      title={t`There are more people than your plan has room for`}
      action={
        isYours && (
          <Link to={pagePaths.myContract} className={linkClass}>
            {t`View your contract`}
          </Link>
        )
      }
    >
      <p>{t`The contract holder, owners and those who joined first keep their access. The others can only view and export.`}</p>
      {isYours && mayManage && <p>{byHolder}</p>}
      {!isYours && mayManage && holder && <p>{byManager}</p>}
    </Banner>
  );
}

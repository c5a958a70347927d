import { useLingui } from "@lingui/react/macro";
import type { GroupView } from "@sekimori/karte-contract/endpoints/groups";
import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import { EmptyIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { Grade } from "../../app/words/grade.tsx";

/** The page was opened without saying which group it is about. */
export function GroupChoice({ groups }: { readonly groups: readonly GroupView[] }) {
  const { t } = useLingui();
  const toList = (
    <Link to={pagePaths.groupList} className={buttonClass({})}>
      {t`Go to the group list`}
    </Link>
  );
  if (groups.length === 0) {
    return (
      <EmptyState
        level={1}
        title={t`No groups yet`}
        illustration={<EmptyIllustration />}
        action={toList}
      />
    );
  }
  return (
    <>
      <PageHeader title={t`Which group?`} actions={toList} />
      <ul className="max-w-[44rem] border-t border-border">
        {groups.map(({ id, name, grade }) => (
          <li key={id} className="flex items-center gap-4 border-b border-border py-3">
            <Grade grade={grade} />
            <Link to={`${pagePaths.group}?${queryNames.id}=${id}`} className={linkClass}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

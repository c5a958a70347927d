import { useLingui } from "@lingui/react/macro";
import type { FindingPage as Finding } from "@sekimori/karte-contract/endpoints/findings";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { Moment } from "../../app/words/moment.tsx";
import { ScoreGain, WorkspaceGain } from "../../app/words/score-gain.tsx";
import { categoryWords } from "../../app/words/words.ts";
import { placeOf } from "./place-of.ts";

/** Where it is, what it costs, where else it is and since when. */
export function FindingFacts({ finding }: { readonly finding: Finding }) {
  const { t, i18n } = useLingui();
  const same = i18n.number(finding.same);
  return (
    <DescriptionList
      rows={[
        {
          id: "where",
          label: t`Location`,
          value: <bdi className="break-all">{finding.url ?? placeOf(finding)}</bdi>,
        },
        {
          id: "domain",
          label: t`Domain`,
          value: (
            <Link to={`${pagePaths.inventoryDomain}?id=${finding.domain.id}`} className={linkClass}>
              {finding.domain.name}
            </Link>
          ),
        },
        {
          id: "points",
          label: t`Score`,
          value: (
            <>
              <ScoreGain finding={finding} /> <WorkspaceGain points={finding.workspacePoints} />
            </>
          ),
        },
        {
          id: "same",
          label: t`Other places`,
          value:
            finding.same === 0 ? (
              t`Not found anywhere else`
            ) : (
              <Link
                to={`${pagePaths.inventoryResult}?check=${encodeURIComponent(finding.check)}`}
                className={linkClass}
              >
                {t`Same finding open in other places: ${{ same }}`}
              </Link>
            ),
        },
        { id: "area", label: t`Area`, value: i18n._(categoryWords[finding.category]) },
        {
          id: "first",
          label: t`First seen`,
          value: <Moment at={finding.firstSeenAt} withExact />,
        },
        {
          id: "last",
          label: t`Last seen`,
          value: <Moment at={finding.lastSeenAt} withExact />,
        },
      ]}
    />
  );
}

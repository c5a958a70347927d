import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { quietLinkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { Moment } from "../../app/words/moment.tsx";
import { listAddresses } from "./list-addresses.ts";

/** Counts stop here on the server. */
const countedMost = 1_000;

interface SinceVisitProps {
  readonly overview: Overview;
  readonly group: string | undefined;
}

/** What changed since the person was here before. */
export function SinceVisit({ overview, group }: SinceVisitProps) {
  const { t, i18n } = useLingui();
  const { since, changes } = overview;
  if (since === null) return <p className="text-muted">{t`This is your first visit.`}</p>;
  const rows = [
    {
      label: t`New findings`,
      value: changes.newFindings,
      to: listAddresses.findings({ group, sort: "age", order: "desc" }),
    },
    {
      label: t`Fixed findings`,
      value: changes.fixedFindings,
      to: listAddresses.findings({ group, state: "fixed" }),
    },
    {
      label: t`New assets`,
      value: changes.newAssets,
      to: listAddresses.assets({ group, sort: "first-seen", order: "desc" }),
    },
  ];
  return (
    <>
      <p className="mb-2 text-[0.875rem] text-muted">
        <Moment at={since} withExact />
      </p>
      <dl className="border-t border-border">
        {rows.map(({ label, value, to }) => (
          <div key={label} className="flex justify-between gap-4 border-b border-border py-1.5">
            <dt>{label}</dt>
            <dd className="tabular-nums">
              {value === 0 ? (
                <span className="text-muted">0</span>
              ) : (
                <Link to={to} className={quietLinkClass}>
                  {i18n.number(value)}
                  {value >= countedMost && <span>+</span>}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

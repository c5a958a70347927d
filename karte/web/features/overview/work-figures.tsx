import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { timeToFixDays } from "@sekimori/karte-contract/constants";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { quietLinkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import type { ReactNode } from "react";
import { counted } from "../../app/counted.ts";
import { listAddresses } from "./list-addresses.ts";

interface WorkFiguresProps {
  readonly overview: Overview;
  readonly group: string | undefined;
}

interface Figure {
  readonly id: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: string | undefined;
}

/** How the work goes: what is critical and late now, what came and went, and how long a fix takes. */
export function WorkFigures({ overview, group }: WorkFiguresProps) {
  const { t, i18n } = useLingui();
  const { open, overdue, accepted, months, timeToFix } = overview;
  const many = ({ value, more }: { value: number; more: boolean }) => counted(i18n, value, more);
  const linked = (text: string, isNone: boolean, to: string) =>
    isNone ? (
      <span className="text-muted">{text}</span>
    ) : (
      <Link to={to} className={quietLinkClass}>
        {text}
      </Link>
    );
  const late = overdue.longestWorkingDays;
  const fixes = timeToFix.fixed;
  const days = timeToFixDays;
  const [newBefore, fixedBefore] = [many(months.before.new), many(months.before.fixed)];
  const figures: readonly Figure[] = [
    {
      id: "critical",
      label: t`Critical now`,
      value: linked(
        i18n.number(open.critical),
        open.critical === 0,
        listAddresses.findings({ group, severity: "critical" }),
      ),
    },
    {
      id: "overdue",
      label: t`Overdue`,
      value: linked(
        many({ value: overdue.count, more: overdue.more }),
        overdue.count === 0,
        listAddresses.findings({ group, sort: "due" }),
      ),
      note:
        late > 0
          ? t`by up to ${plural(late, { one: "# working day", other: "# working days" })}`
          : undefined,
    },
    {
      id: "accepted",
      label: t`Risks accepted`,
      value: linked(
        many({ value: accepted.count, more: accepted.more }),
        accepted.count === 0,
        listAddresses.findings({ group, state: "accepted" }),
      ),
    },
    {
      id: "new",
      label: t`New this month`,
      value: many(months.now.new),
      note: t`last month: ${{ newBefore }}`,
    },
    {
      id: "fixed",
      label: t`Fixed this month`,
      value: many(months.now.fixed),
      note: t`last month: ${{ fixedBefore }}`,
    },
    {
      id: "time",
      label: t`Typical days to fix`,
      value:
        timeToFix.days === null ? "–" : i18n.number(timeToFix.days, { maximumFractionDigits: 1 }),
      note:
        timeToFix.days === null
          ? t`nothing fixed in ${plural(days, { one: "# day", other: "# days" })}`
          : t`median of ${plural(fixes, { one: "# fix", other: "# fixes" })} in ${plural(days, { one: "# day", other: "# days" })}`,
    },
  ];
  return (
    <section aria-label={t`Work`} className="mb-10">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-y border-border py-4 md:grid-cols-3 xl:grid-cols-6">
        {figures.map(({ id, label, value, note }) => (
          <div key={id} className="min-w-0">
            <dt className="text-[0.875rem] text-muted">{label}</dt>
            <dd>
              <span className="text-[1.5rem] font-700 tabular-nums">{value}</span>
              {note !== undefined && (
                <span className="block text-[0.8125rem] text-muted">{note}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

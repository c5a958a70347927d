import { useLingui } from "@lingui/react/macro";
import type { FindingPage as Finding } from "@sekimori/karte-contract/endpoints/findings";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import type { ReactNode } from "react";
import { language } from "../../app/language.ts";
import { Severity } from "../../app/words/severity.tsx";
import { DueDay } from "./due-day.tsx";
import { FindingLabels } from "./finding-labels.tsx";
import { FindingPolicies } from "./finding-policies.tsx";
import { FindingTickets } from "./finding-tickets.tsx";
import { StateNow } from "./state-now.tsx";

/** How urgent it is and why, who works on it and until when. */
export function FindingStanding({ finding }: { readonly finding: Finding }) {
  const { t, i18n } = useLingui();
  const rows: readonly {
    readonly id: string;
    readonly label: string;
    readonly value: ReactNode;
  }[] = [
    {
      id: "severity",
      label: t`Severity`,
      value: (
        <>
          <Severity severity={finding.severity} />{" "}
          {finding.unconfirmed && (
            <Badge tone="warning">{t`Based on version only, unconfirmed`}</Badge>
          )}
        </>
      ),
    },
    { id: "assignee", label: t`Assigned to`, value: finding.assignee?.name ?? "–" },
    {
      id: "due",
      label: t`Due`,
      value:
        finding.dueOn === null ? "–" : <DueDay day={finding.dueOn} waits={isOpen(finding.state)} />,
    },
    { id: "state", label: t`Status`, value: <StateNow finding={finding} /> },
  ];
  return (
    <div className="mb-10 border-y border-border py-4">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 md:grid-cols-4">
        {rows.map(({ id, label, value }) => (
          <div key={id} className="min-w-0">
            <dt className="text-[0.875rem] text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="col-span-full">
          <dt className="text-[0.875rem] text-muted">{t`Priority`}</dt>
          <dd>
            <span className="font-700 tabular-nums">{i18n.number(finding.priority.value)}</span>{" "}
            {finding.priority.sentence[language.current()]}
          </dd>
        </div>
        <FindingLabels finding={finding} />
        <FindingPolicies finding={finding} />
        <FindingTickets finding={finding} />
      </dl>
    </div>
  );
}

import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { policyTrialDaysMost } from "@sekimori/karte-contract/constants";
import {
  type PolicyView,
  switchPolicy,
  tryPolicy,
} from "@sekimori/karte-contract/endpoints/policies";
import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { Moment } from "../../app/words/moment.tsx";
import { Severity } from "../../app/words/severity.tsx";
import { usePolicyActs } from "./policy-acts.ts";
import { presentMatches } from "./present-matches.ts";

interface PolicyTrialDialogProps {
  readonly policy: PolicyView;
  readonly onClose: () => void;
}

/** What a policy would have done in the last days; from here it is turned on. */
export function PolicyTrialDialog({ policy, onClose }: PolicyTrialDialogProps) {
  const { t, i18n } = useLingui();
  const { id } = policy;
  const actsOf = usePolicyActs();
  const [isBusy, setBusy] = useState(false);
  const days = policyTrialDaysMost;
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["policy-trial", id],
      queryFn: () => client.call(tryPolicy, { params: { id }, body: { days } }),
      // What was tried is what is turned on: it is read once, when the dialog opens.
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
    },
    queryClient,
  );

  async function turnOn(version: number) {
    setBusy(true);
    const body = { enabled: true, version } as const;
    // Gone before everything is read anew: it would be tried once more.
    const isDone = await reportedAct(async () => {
      await client.call(switchPolicy, { params: { id }, body });
      onClose();
    });
    if (!isDone) setBusy(false);
  }

  // What was tried, which may be another by now than the list has.
  const { name, acts, enabled } = data ?? policy;
  const number = (value: number) => i18n.number(value);
  const findings = (value: number) => plural(value, { one: "# finding", other: "# findings" });
  const would = data?.would;
  const rows = data &&
    would && [
      {
        id: "found",
        label: t`Matches`,
        value: [
          findings(data.findings) + (data.more ? "+" : ""),
          plural(data.causes, { one: "# cause", other: "# causes" }),
          plural(data.scans, { one: "# scan", other: "# scans" }),
        ].join(language.current() === "ja" ? "、" : ", "),
      },
      ...(acts.severity
        ? [{ id: "severity", label: t`Severities changed`, value: findings(would.severity) }]
        : []),
      ...(acts.owner === null
        ? []
        : [{ id: "owner", label: t`Assigned`, value: findings(would.owner) }]),
      ...(acts.label === null
        ? []
        : [{ id: "label", label: t`Labeled`, value: findings(would.label) }]),
      ...(acts.alert
        ? [{ id: "alerts", label: t`Notifications`, value: number(would.messages) }]
        : []),
      ...(acts.ticket === null
        ? []
        : [
            {
              id: "tickets",
              label: t`Tickets`,
              value: (
                <>
                  {number(would.tickets)}
                  {would.held > 0 && (
                    <span className="block text-[0.875rem] text-muted">
                      {t`Scans with too many tickets, for which none would have been created: ${{ count: number(would.held) }}`}
                    </span>
                  )}
                </>
              ),
            },
          ]),
      {
        id: "present",
        label: t`Matches now`,
        value: (
          <>
            {`${findings(data.present.value)}${data.present.more ? "+" : ""}`}
            <span className="block text-[0.875rem] text-muted">
              {t`The policy doesn't act on these.`}
            </span>
            {data.present.value > 0 && (
              <Link to={presentMatches(data.query)} className={`text-[0.875rem] ${linkClass}`}>
                {t`Select them in the list`}
              </Link>
            )}
          </>
        ),
      },
    ];
  return (
    <Dialog
      isOpen
      width="wide"
      focusableBody={(data?.latest.length ?? 0) === 0}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Trial of “${{ name }}”`}
      closeLabel={t`Close`}
      locked={isBusy}
      actions={
        <>
          {data && !enabled && (
            <Button variant="primary" pending={isBusy} onClick={() => void turnOn(data.version)}>
              {t`Turn on this policy`}
            </Button>
          )}
          {!enabled && (
            <Button unavailable={isBusy} onClick={onClose}>
              {t`Cancel`}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-4">{t`If the policy had been on for the last ${{ days }} days, it would have done this. Nothing has been changed.`}</p>
      {!rows && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && (
        <p className="mb-4">
          <code className="block break-all text-[0.8125rem]">{data.query}</code>
          <span className="text-[0.875rem] text-muted">
            {actsOf(data).join(language.current() === "ja" ? "、" : ", ")}
          </span>
        </p>
      )}
      {rows && <DescriptionList rows={rows} />}
      {data && data.latest.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 font-700">{t`Latest matches`}</h3>
          <ul className="divide-y divide-border">
            {data.latest.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline gap-x-3 py-2">
                <Severity severity={one.severity} />
                <Link
                  to={`${pagePaths.inventoryResult}?${queryNames.id}=${one.id}`}
                  className={`min-w-0 break-words ${linkClass}`}
                >
                  {one.title[language.current()]}
                </Link>
                <bdi className="break-all text-[0.875rem] text-muted">{one.host}</bdi>
                <span className="text-[0.875rem] text-muted">
                  <Moment at={one.at} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

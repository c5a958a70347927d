import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { billDay, compareDay, type MonthView } from "@sekimori/console-contract/endpoints/month";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { formatMonth } from "@sekimori/kit-contract/dates";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { type ReactNode, useState } from "react";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { ActButton } from "../../app/words/act-button.tsx";
import { useWriting } from "../../app/words/here.ts";
import { Section } from "../../app/words/section.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { readAgain } from "./month-query.ts";
import { lastDay } from "./months.ts";

interface ClosingSectionProps {
  readonly view: MonthView;
  readonly onMonth: (month: string) => void;
}

interface Step {
  readonly id: string;
  readonly what: string;
  readonly step: ReactNode;
}

/** What remains until the month is closed, each with its next step; and closing it. */
export function ClosingSection({ view, onMonth }: ClosingSectionProps) {
  const { t } = useLingui();
  const { locale, moment } = useWriting();
  const mayRun = useMay("run-month");
  const [isAsked, setAsked] = useState(false);
  const steps = useSteps(view, onMonth);
  const { month, closed, isOver, differences } = view;
  const name = formatMonth(month, locale);
  const title = t`Closing the month`;
  if (closed) {
    return (
      <Section title={title}>
        <p>{t`${{ by: closed.by }} closed it on ${{ at: moment(closed.at) }}. Nothing is posted into it any longer.`}</p>
      </Section>
    );
  }
  return (
    <Section title={title}>
      {steps.length > 0 && (
        <ul className="mb-4 grid gap-2 text-[0.9375rem]" aria-label={t`What remains`}>
          {steps.map(({ id, what, step }) => (
            <li key={id} className="rounded-8 border border-border bg-surface px-4 py-3">
              <p className="font-700">{what}</p>
              <div className="mt-1 flex flex-wrap items-center gap-2 text-muted">{step}</div>
            </li>
          ))}
        </ul>
      )}
      {!isOver ? (
        <p className="text-muted">{t`The month isn't over. It can be closed from the 1st of the next one.`}</p>
      ) : steps.length > 0 ? (
        <p className="text-muted">{t`It can be closed once nothing of this remains.`}</p>
      ) : (
        <>
          <Banner
            tone={differences.length === 0 ? "success" : "warning"}
            title={
              differences.length === 0
                ? t`Everything of ${name} is known. It can be closed.`
                : t`${name} can be closed with a reason why the sums below may differ.`
            }
          />
          {mayRun ? (
            <Button className="mt-3" variant="primary" onClick={() => setAsked(true)}>
              {t`Close the month`}
            </Button>
          ) : (
            <p className="mt-3 text-muted">{t`Someone with the role “Billing” closes it.`}</p>
          )}
        </>
      )}
      {isAsked && (
        <CloseDialog
          month={month}
          differs={differences.length > 0}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  );
}

/** What remains, in the order in which it is done. */
function useSteps(
  { month, isOver, unfinished }: MonthView,
  onMonth: (month: string) => void,
): Step[] {
  const { t } = useLingui();
  const { locale, day } = useWriting();
  const mayRun = useMay("run-month");
  const { earlier, unbilled, parked, unanswered, refunds, unreconciled } = unfinished;
  const toWork = (hint: string) => (
    <>
      <span>{hint}</span>
      <Link to={pagePaths.work} className={linkClass}>{t`Go to the work queue`}</Link>
    </>
  );
  const last = lastDay(month);
  const forBilling = t`Someone with the role “Billing” can do this.`;
  return [
    ...(earlier === null
      ? []
      : [
          {
            id: "earlier",
            what: t`${{ earlier: formatMonth(earlier, locale) }} is closed first`,
            step: (
              <Button size="small" onClick={() => onMonth(earlier)}>{t`Show that month`}</Button>
            ),
          },
        ]),
    // Before its end most are billed later in the month, each on its day.
    ...(unbilled === 0 || !isOver
      ? []
      : [
          {
            id: "unbilled",
            what: plural(unbilled, {
              one: "# contract is due and not billed yet",
              other: "# contracts are due and not billed yet",
            }),
            step: mayRun ? (
              <ActButton
                readAgain={readAgain}
                of={day(last)}
                act={async () => {
                  await client.call(billDay, { body: { day: last } });
                  return t`A worker bills them now. Reload the page a little later.`;
                }}
              >
                {t`Bill them now`}
              </ActButton>
            ) : (
              forBilling
            ),
          },
        ]),
    ...(parked === 0
      ? []
      : [
          {
            id: "parked",
            what: plural(parked, {
              one: "# due contract is excluded from billing",
              other: "# due contracts are excluded from billing",
            }),
            step: toWork(t`Resume billing, or end the contract.`),
          },
        ]),
    ...(unanswered === 0
      ? []
      : [
          {
            id: "unanswered",
            what: plural(unanswered, {
              one: "# charge has no answer",
              other: "# charges have no answer",
            }),
            step: toWork(t`We keep asking the payment company.`),
          },
        ]),
    ...(refunds === 0
      ? []
      : [
          {
            id: "refunds",
            what: plural(refunds, { one: "# refund is open", other: "# refunds are open" }),
            step: toWork(t`We keep asking the payment company.`),
          },
        ]),
    ...(unreconciled.length === 0
      ? []
      : [
          {
            id: "unreconciled",
            what: plural(unreconciled.length, {
              one: "# day isn't compared with the payment company's ledger",
              other: "# days aren't compared with the payment company's ledger",
            }),
            step: mayRun
              ? unreconciled.map((one) => (
                  <ActButton
                    readAgain={readAgain}
                    key={one}
                    of={day(one)}
                    act={async () => {
                      await client.call(compareDay, { body: { day: one } });
                      return t`A worker compares the day now. Reload the page a little later.`;
                    }}
                  >
                    {t`Compare ${{ on: day(one) }}`}
                  </ActButton>
                ))
              : forBilling,
          },
        ]),
  ];
}

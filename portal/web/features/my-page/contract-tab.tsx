import { useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { backupRetentionDays } from "@sekimori/portal-contract/constants";
import type { ContractView } from "@sekimori/portal-contract/endpoints/contract";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { contractQuery } from "../../app/contract-query.ts";
import { Day, shownDay } from "../../app/day.tsx";
import { language } from "../../app/language.ts";
import { withdrawing } from "../../app/private/menu.ts";
import { UnpaidBanner } from "../../app/unpaid/unpaid-banner.tsx";
import { useOwed } from "../../app/unpaid/use-owed.ts";
import { AccountingSection } from "./accounting-section.tsx";
import { CardSection } from "./card-section.tsx";
import { ClosingWorkspaces } from "./closings.tsx";
import type { ContractAct } from "./contract-act-dialog.tsx";
import { DataExportSection } from "./data-export-section.tsx";
import { dialogs } from "./dialogs.ts";
import { InvoicesSection } from "./invoices-section.tsx";
import { PlanSection } from "./plan-section.tsx";
import { PriceChange } from "./price-change.tsx";
import { Section } from "./section.tsx";

interface ContractTabProps {
  readonly profile: Profile;
  /** What is unpaid takes the focus after another card was given. */
  readonly unpaid: RefObject<HTMLDivElement | null>;
}

/** The contract: where it stands, what comes and who pays for it, and the ways to change or end it. */
export function ContractTab({ profile, unpaid }: ContractTabProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(contractQuery, queryClient);
  const [act, setAct] = useState<ContractAct>();
  const [address, setAddress] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  // The menu's "Withdraw" leads here; a contract that is ending already has nothing to ask.
  const asked = address.get(queryNames.dialog) === withdrawing.dialog;
  const shown = act ?? (asked && data?.deletesOn === null ? "withdraw" : undefined);
  function close() {
    setAct(undefined);
    if (asked) void setAddress({ tab: withdrawing.tab }, { replace: true, animated: false });
  }
  return (
    <>
      <UnpaidBanner box={unpaid} />
      {data?.announcedPrice && <PriceChange contract={data} announced={data.announcedPrice} />}
      {profile.has_own_plan ? (
        <PlanSection plan={profile.plan} />
      ) : (
        <Section
          title={t`Plan`}
          description={t`Your account belongs to an organization. It has no plan and no card of its own.`}
        >
          {null}
        </Section>
      )}
      {data ? (
        <ContractSection contract={data} onAct={setAct} headingRef={heading} />
      ) : (
        <QueryState error={error} onRetry={() => void refetch()} />
      )}
      {profile.has_own_plan && (
        <>
          <CardSection card={profile.card} />
          <InvoicesSection />
        </>
      )}
      {data?.plan === "detailed" && <AccountingSection />}
      <DataExportSection />
      {data?.deletesOn === null && <LeavingSection onLeave={() => setAct("withdraw")} />}
      {data && shown && (
        <dialogs.contractAct.Dialog
          act={shown}
          contract={data}
          returnTo={() => heading.current}
          onClose={close}
        />
      )}
    </>
  );
}

function useContractRows(contract: ContractView) {
  const { t } = useLingui();
  const { invoices: owed } = useOwed();
  const locale = language.current();
  const states = {
    trial: t({ message: "Free trial", context: "state of the contract" }),
    active: owed === undefined || owed.length === 0 ? t`Active` : t`Payment overdue`,
    // Until when stands above it, and nowhere else.
    cancelling: contract.deletesOn === null ? t`Canceled` : t`Closing your account`,
    suspended: t`Suspended until all unpaid invoices are paid`,
    ended: t`Ended`,
  };
  const { startedOn, endsOn, deletesOn, nextCharges } = contract;
  return [
    { id: "state", label: t`Status`, value: states[contract.state] },
    { id: "started", label: t`Since`, value: <Day day={startedOn} /> },
    // What stands above the status of who has canceled says it.
    ...(endsOn === null || contract.state === "cancelling"
      ? []
      : [{ id: "ends", label: t`Last day`, value: <Day day={endsOn} /> }]),
    ...(deletesOn === null
      ? []
      : [{ id: "deletes", label: t`Data deletion date`, value: <Day day={deletesOn} /> }]),
    ...(nextCharges.length === 0
      ? []
      : [
          {
            id: "charges",
            label: t`Next charges`,
            value: (
              <ul className="grid gap-1 tabular-nums">
                {nextCharges.map(({ on, amount, lateCharge }) => (
                  <li key={on}>
                    <Day day={on} /> {formatYen(amount + lateCharge, locale)}
                    {lateCharge > 0 && (
                      <span className="block text-[0.875rem] text-muted">
                        {t`Includes a late charge of ${{ late: formatYen(lateCharge, locale) }}`}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            ),
          },
        ]),
  ];
}

interface ContractSectionProps {
  readonly contract: ContractView;
  readonly onAct: (act: ContractAct) => void;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
}

function ContractSection({ contract, onAct, headingRef }: ContractSectionProps) {
  const { t } = useLingui();
  const rows = useContractRows(contract);
  const isLeaving = contract.deletesOn !== null;
  const mayCancel = contract.plan === "detailed" && contract.endsOn === null;
  return (
    <Section title={t`Contract`} headingRef={headingRef}>
      {isLeaving ? <LeavingClock contract={contract} /> : <EndOfPlan contract={contract} />}
      <DescriptionList rows={rows} />
      <div className="mt-4 flex flex-wrap gap-3">
        {contract.mayUpgrade && (
          <Link to={pagePaths.upgrade} className={buttonClass({ variant: "primary" })}>
            {t`Upgrade`}
          </Link>
        )}
        {contract.mayUndo && (
          <Button onClick={() => onAct("undo")}>
            {isLeaving ? t`Undo the closure` : t`Undo the cancellation`}
          </Button>
        )}
        {mayCancel && <Button onClick={() => onAct("cancel")}>{t`Cancel plan`}</Button>}
      </div>
      {mayCancel && (
        <p className="mt-2 text-[0.875rem] text-muted">
          {t`You go back to the free plan and keep your account and data.`}
        </p>
      )}
    </Section>
  );
}

/** Last of all, below what one may want to keep. Ending the plan is another thing: they don't look alike. */
function LeavingSection({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useLingui();
  return (
    <div className="border-t border-border pt-4">
      <Button variant="plain" size="small" flush onClick={onLeave}>
        {t`Close account`}
      </Button>
      <p className="mt-1 text-[0.875rem] text-muted">
        {t`Deletes your account and data. Canceling your plan keeps them.`}
      </p>
    </div>
  );
}

/** Who has canceled sees until when the plan runs on, and what follows. */
function EndOfPlan({ contract: { state, endsOn } }: { readonly contract: ContractView }) {
  const { t } = useLingui();
  if (endsOn === null || state !== "cancelling") return null;
  return (
    <Banner className="mb-6" title={t`Your plan ends on ${{ last: shownDay(endsOn) }}`}>
      {t`You can use it until then. After that, you move to the free plan, with no further monthly charges.`}
    </Banner>
  );
}

/** Who leaves sees both days, and how long the decision can be taken back. */
function LeavingClock({ contract: { endsOn, deletesOn } }: { readonly contract: ContractView }) {
  const { t } = useLingui();
  if (endsOn === null || deletesOn === null) return null;
  const [last, deleted] = [shownDay(endsOn), shownDay(deletesOn)];
  return (
    <Banner className="mb-6" tone="warning" title={t`Your account closes on ${{ last }}`}>
      <p>{t`Until ${{ last }}, you can use the service and change your mind.`}</p>
      <p>{t`We'll delete your account data on ${{ deleted }}. We keep invoices as long as the law requires. Backups that contain your data expire within ${{ days: backupRetentionDays }} days after that.`}</p>
      <div className="mt-2">
        <ClosingWorkspaces last={last} deleted={deleted} />
      </div>
    </Banner>
  );
}

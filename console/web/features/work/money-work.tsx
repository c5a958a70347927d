import { useLingui } from "@lingui/react/macro";
import type { WorkView } from "@sekimori/console-contract/endpoints/work";
import { useWriting } from "../../app/words/here.ts";
import { parkedWords } from "../../app/words/words.ts";
import { MemberStep } from "./member-step.tsx";
import { WorkTable } from "./work-table.tsx";

/** What waits about money: the next step is the member's page, where the acts are. */
export function MoneyWork({ work }: { readonly work: WorkView }) {
  const { t, i18n } = useLingui();
  const { yen } = useWriting();
  const { parked, charges, refunds, disputes } = work;
  const rowsOf = (open: WorkView["charges"], step: string) =>
    open.map(({ id, account, invoice, amount, since }) => ({
      id,
      what: invoice,
      more: yen(amount),
      since,
      step: <MemberStep member={account} of={invoice} hint={step} />,
    }));
  return (
    <>
      <WorkTable
        title={t`Contracts excluded from billing`}
        rows={parked.map(({ contract, account, why, since }) => ({
          id: contract,
          what: i18n._(parkedWords[why]),
          more: contract,
          since,
          step: (
            <MemberStep
              member={account}
              of={contract}
              hint={t`Resume billing once the reason is gone.`}
            />
          ),
        }))}
      />
      <WorkTable
        title={t`Charges without an answer`}
        rows={rowsOf(
          charges,
          t`We keep asking the payment company. Look the charge up there if this takes longer.`,
        )}
      />
      <WorkTable
        title={t`Refunds without an answer`}
        rows={rowsOf(
          refunds,
          t`We keep asking the payment company. Look the refund up there if this takes longer.`,
        )}
      />
      <WorkTable
        title={t`Disputes`}
        rows={rowsOf(disputes, t`Send the evidence at the payment company before its deadline.`)}
      />
    </>
  );
}

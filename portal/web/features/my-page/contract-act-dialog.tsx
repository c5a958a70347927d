import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  type ContractView,
  cancelContract,
  undoCancellation,
  withdrawAccount,
} from "@sekimori/portal-contract/endpoints/contract";
import { refundRule } from "@sekimori/portal-contract/legal/cancellation";
import { freePlanLimits } from "@sekimori/portal-contract/legal/free-plan";
import { client } from "../../app/client.ts";
import { keepContract } from "../../app/contract-query.ts";
import { shownDay } from "../../app/day.tsx";
import { language } from "../../app/language.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { useOwed } from "../../app/unpaid/use-owed.ts";
import { freeDaysLost } from "./free-days-lost.ts";
import { LeavingSteps } from "./leaving-steps.tsx";

export type ContractAct = "cancel" | "withdraw" | "undo";

const endpoints = { cancel: cancelContract, withdraw: withdrawAccount, undo: undoCancellation };

interface ContractActDialogProps {
  readonly act: ContractAct;
  readonly contract: ContractView;
  /** What takes the focus once its opener has gone with what was done. */
  readonly returnTo: () => HTMLElement | null;
  readonly onClose: () => void;
}

const listed = (steps: readonly string[]) => steps.map((step) => <li key={step}>{step}</li>);

/** Cancelling, leaving, and taking either back: what follows is said before it is done. */
export function ContractActDialog({ act, contract, returnTo, onClose }: ContractActDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const owed = useOwed().invoices ?? [];
  const locale = language.current();
  const last = shownDay(contract.ifEndedToday.endsOn);
  const deleted = shownDay(contract.ifEndedToday.deletesOn);
  const lost = freeDaysLost(contract);
  const freeUntil = contract.nextBillingOn === null ? "" : shownDay(contract.nextBillingOn);
  const said = {
    cancel: {
      title: t`Cancel plan`,
      steps: listed([
        ...(lost === 0
          ? []
          : [
              plural(lost, {
                one: `You lose # free day. If you don't cancel, you pay nothing before ${freeUntil}.`,
                other: `You lose # free days. If you don't cancel, you pay nothing before ${freeUntil}.`,
              }),
            ]),
        t`Until ${{ last }}: You can use your plan as before and undo the cancellation.`,
        t`On ${{ next: deleted }}: You move to the free plan, with no further charges.`,
        refundRule[locale],
        ...(owed.length === 0 ? [] : [t`Unpaid fees remain due.`]),
        t`The free plan allows up to ${{ limits: unbrokenCounts(freePlanLimits[locale]) }}. Domains and users over these limits become read-only. We won't delete them.`,
      ]),
      done: t`Your plan will end on ${{ last }}`,
    },
    withdraw: {
      title: t`Close account`,
      steps: <LeavingSteps last={last} deleted={deleted} />,
      done: t`Your account will close on ${{ last }}`,
    },
    undo: {
      title: contract.deletesOn === null ? t`Undo the cancellation` : t`Undo the closure`,
      steps: listed([t`Your contract continues as before.`]),
      done: t`Your contract continues`,
    },
  }[act];
  const form = useActForm({
    async onSubmit() {
      await keepContract(await stepUp.run(() => client.call(endpoints[act], { body: {} })));
      toasts.show({ tone: "success", title: said.done });
      onClose();
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        title={said.title}
        submitLabel={said.title}
        pendingLabel={t`Saving`}
        cancelLabel={t`Back`}
        focusableBody
        returnTo={returnTo}
        danger={act !== "undo"}
        onClose={onClose}
      >
        <ul className="grid list-disc gap-2 pl-5">{said.steps}</ul>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

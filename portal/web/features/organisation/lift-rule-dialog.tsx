import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { liftRule } from "@sekimori/portal-contract/endpoints/organisation-rules";
import type { RuleKind } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { kindWords } from "./rule-words.ts";
import { keepRules } from "./rules-query.ts";

interface LiftRuleDialogProps {
  readonly kind: RuleKind;
  readonly onClose: () => void;
}

/** Lifts the rule of a kind at once, after saying what comes of it. */
export function LiftRuleDialog({ kind, onClose }: LiftRuleDialogProps) {
  const { t, i18n } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      keepRules(await stepUp.run(() => client.call(liftRule, { params: { kind } })));
      toasts.show({ tone: "success", title: t`Rule removed` });
      onClose();
    },
    place: ({ type }) => (["NotFound", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Remove the rule`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p>{i18n._(kindWords[kind].lifted)}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { liftRule } from "@sekimori/portal-contract/endpoints/organisation-rules";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepRules } from "./rules-query.ts";

/** Lifts the rule at once, after saying what comes of it. */
export function LiftRuleDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      const params = { kind: "second-factor" } as const;
      keepRules(await stepUp.run(() => client.call(liftRule, { params })));
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
        <p>{t`It ends at once, and so does a change that was to come. Members keep the passkeys and apps they've added, but can remove them again.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { renewRecoveryCodes } from "@sekimori/portal-contract/endpoints/authenticators";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { ShownCodes } from "../../app/second-factor/shown-codes.tsx";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { keepAuthenticators } from "./authenticators-query.ts";

/** Makes new recovery codes, after saying that the former ones end, and shows them. */
export function RecoveryCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useActForm({
    async onSubmit() {
      const answer = await stepUp.run(() => client.call(renewRecoveryCodes, { body: {} }));
      setCodes(answer.recoveryCodes);
      await keepAuthenticators(answer.authenticators);
    },
    place: ({ type }) => (["NotFound", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  return (
    <>
      <FormDialog
        form={form}
        title={t`Create new recovery codes`}
        submitLabel={t`Create new ones`}
        pendingLabel={t`Preparing`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p>{t`The recovery codes you have now stop working.`}</p>
        <p className="text-muted">{t`We'll log you out on your other devices.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { addPasskey, beginPasskey } from "@sekimori/portal-contract/endpoints/passkeys";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { makePasskey } from "../../app/passkey/passkey.ts";
import { ShownCodes } from "../../app/second-factor/shown-codes.tsx";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepAuthenticators } from "./authenticators-query.ts";

const saidInForm = [
  "PasskeyCancelled",
  "PasskeyImpossible",
  "PasskeyDuplicate",
  "PasskeyExpired",
  "PasskeyRefused",
  "PasskeyUnverified",
  "PasskeysFull",
  "ManagedExternally",
  "TooManyRequest",
];

/** What a passkey is; who goes on is asked by the browser, and gets recovery codes with the first. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useActForm({
    async onSubmit() {
      const options = await stepUp.run(() => client.call(beginPasskey, { body: {} }));
      const body = await makePasskey(options);
      // The browser may have asked for minutes: the sign-in is no longer recent by then.
      const answer = await stepUp.run(() => client.call(addPasskey, { body }));
      toasts.show({ tone: "success", title: t`Passkey added` });
      if (answer.recoveryCodes) setCodes(answer.recoveryCodes);
      await keepAuthenticators(answer.authenticators);
      if (!answer.recoveryCodes) onClose();
    },
    place: ({ type }) => (saidInForm.includes(type) ? "form" : undefined),
  });
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  return (
    <>
      <FormDialog
        form={form}
        title={t`Add a passkey`}
        submitLabel={t`Continue`}
        pendingLabel={t`Waiting for your passkey`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p>
          {t`With a passkey, you log in with your fingerprint, your face or your device's PIN and type nothing else. It only works on this site, so a fake site can't steal it.`}
        </p>
        <p>
          {t`If you log in with your password instead, we'll also ask for a passkey, a code from your authenticator app or a recovery code, and no longer email a one-time password.`}
        </p>
        <p className="text-muted">{t`We'll log you out on your other devices.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

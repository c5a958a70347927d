import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import type { PasskeyView } from "@sekimori/portal-contract/endpoints/authenticators";
import { removePasskey } from "@sekimori/portal-contract/endpoints/passkeys";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepAuthenticators } from "./authenticators-query.ts";

interface RemovePasskeyDialogProps {
  readonly passkey: PasskeyView;
  /** Nothing stronger than a mailed code is left then. */
  readonly isLast: boolean;
  readonly onClose: () => void;
  /** Closes as well. */
  readonly onRemoved: () => void;
}

/** Says what comes of it before a passkey is removed. */
export function RemovePasskeyDialog({
  passkey,
  isLast,
  onClose,
  onRemoved,
}: RemovePasskeyDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const { id, name } = passkey;
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(removePasskey, { params: { id } });
      await keepAuthenticators(await stepUp.run(call));
      toasts.show({ tone: "success", title: t`Passkey removed` });
      onRemoved();
    },
    place: ({ type }) =>
      ["NotFound", "TooManyRequest", "FactorWanted"].includes(type) ? "form" : undefined,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Remove the passkey`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p className="wrap-anywhere">
          {t`“${{ name }}” no longer logs you in. Delete it from your device or password manager, too.`}
        </p>
        {isLast && (
          <p>
            {t`Your recovery codes stop working, too. From now on, we'll email you a one-time password when you log in. That's weaker, because your email can also reset your password.`}
          </p>
        )}
        <p className="text-muted">{t`We'll log you out on your other devices.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { beginApp } from "@sekimori/portal-contract/endpoints/authenticators";
import { client } from "../../app/client.ts";
import type { BegunApp } from "../../app/second-factor/app-secret.tsx";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";

interface BeginAppProps {
  readonly isReplacing: boolean;
  readonly onBegun: (app: BegunApp) => void;
  readonly onClose: () => void;
}

/** What an authenticator app is and what comes of it; who goes on is asked who they are. */
export function BeginApp({ isReplacing, onBegun, onClose }: BeginAppProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      onBegun(await stepUp.run(() => client.call(beginApp, { body: {} })));
    },
    place: ({ type }) =>
      ["ManagedExternally", "TooManyRequest"].includes(type) ? "form" : undefined,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={isReplacing ? t`Replace the authenticator app` : t`Add an authenticator app`}
        submitLabel={t`Continue`}
        pendingLabel={t`Preparing`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p>
          {t`An authenticator app on your phone or in your password manager shows a code that keeps changing. You'll need it to log in, along with your password. Any app for time-based one-time passwords (TOTP) works.`}
        </p>
        <p>
          {isReplacing
            ? t`Your current app keeps working until you enter the first code from the new one.`
            : t`You'll also get recovery codes, for when you lose the app.`}
        </p>
        <p className="text-muted">{t`We'll log you out on your other devices.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

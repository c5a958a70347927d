import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { codeLength } from "@sekimori/portal-contract/constants";
import { confirmApp } from "@sekimori/portal-contract/endpoints/authenticators";
import { client } from "../../app/client.ts";
import { AppSecret, type BegunApp } from "../../app/second-factor/app-secret.tsx";
import { codeValidator } from "../../app/second-factor/proof-validators.ts";
import "../../app/second-factor/error-sentences.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepAuthenticators } from "./authenticators-query.ts";

interface ConfirmAppProps {
  readonly app: BegunApp;
  /** With the recovery codes that came with the first app. */
  readonly onConfirmed: (recoveryCodes: readonly string[] | null) => void;
  readonly onClose: () => void;
}

/** The secret as a QR code and as text, and the first code, which puts the app in force. */
export function ConfirmApp({ app, onConfirmed, onClose }: ConfirmAppProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`Code that the app shows`, digits: true } },
    validator: async () => codeValidator,
    async onSubmit(body) {
      const answer = await stepUp.run(() => client.call(confirmApp, { body }));
      onConfirmed(answer.recoveryCodes);
      await keepAuthenticators(answer.authenticators);
      toasts.show({ tone: "success", title: t`Authenticator app added` });
    },
    place: ({ type }) => {
      if (type === "AppCodeInvalid" || type === "AppClockOff") return "code";
      return ["NotFound", "TooManyRequest"].includes(type) ? "form" : undefined;
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Scan the QR code`}
        submitLabel={t`Turn it on`}
        pendingLabel={t`Checking`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <AppSecret app={app} />
        <OneTimeCodeField {...form.field("code")} length={codeLength} submits />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

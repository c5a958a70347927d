import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { codeLength } from "@sekimori/portal-contract/constants";
import {
  confirmWantedApp,
  type SetUpFactor,
} from "@sekimori/portal-contract/endpoints/wanted-factor";
import { client } from "../../app/client.ts";
import { AppSecret, type BegunApp } from "../../app/second-factor/app-secret.tsx";
import { codeValidator } from "../../app/second-factor/proof-validators.ts";
import "../../app/second-factor/error-sentences.ts";

interface ConfirmWantedAppProps {
  readonly app: BegunApp;
  readonly onDone: (answer: SetUpFactor) => Promise<void>;
  readonly onBack: () => void;
}

/** The app's first code, which puts it in force and completes the sign-in. */
export function ConfirmWantedApp({ app, onDone, onBack }: ConfirmWantedAppProps) {
  const { t } = useLingui();
  const form = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`Code that the app shows`, digits: true } },
    validator: async () => codeValidator,
    onSubmit: async (body) => onDone(await client.call(confirmWantedApp, { body })),
    place: ({ type }) => {
      if (type === "AppCodeInvalid" || type === "AppClockOff") return "code";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });
  return (
    <NarrowPage title={t`Scan the QR code`}>
      <PageForm form={form} submitLabel={t`Turn it on and log in`} pendingLabel={t`Checking`}>
        <AppSecret app={app} />
        <OneTimeCodeField {...form.field("code")} length={codeLength} submits />
      </PageForm>
      <Button variant="plain" flush className="mt-6" onClick={onBack}>
        {t`Back`}
      </Button>
    </NarrowPage>
  );
}

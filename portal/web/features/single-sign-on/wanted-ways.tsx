import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import {
  addWantedPasskey,
  beginWantedApp,
  beginWantedPasskey,
  type SetUpFactor,
} from "@sekimori/portal-contract/endpoints/wanted-factor";
import { client } from "../../app/client.ts";
import { makePasskey } from "../../app/passkey/passkey.ts";
import type { BegunApp } from "../../app/second-factor/app-secret.tsx";
import "./error-sentences.ts";

interface WantedWaysProps {
  readonly ways: readonly ("passkey" | "app")[];
  readonly onBegun: (app: BegunApp) => void;
  readonly onDone: (answer: SetUpFactor) => Promise<void>;
}

const saidInForm = [
  "PasskeyCancelled",
  "PasskeyImpossible",
  "PasskeyDuplicate",
  "PasskeyExpired",
  "PasskeyRefused",
  "PasskeyUnverified",
  "PasskeysFull",
  "TooManyRequest",
];

/** What may be set up, the stronger first. */
export function WantedWays({ ways, onBegun, onDone }: WantedWaysProps) {
  const { t } = useLingui();
  const passkey = useActForm({
    async onSubmit() {
      const options = await client.call(beginWantedPasskey, { body: {} });
      await onDone(await client.call(addWantedPasskey, { body: await makePasskey(options) }));
    },
    place: ({ type }) => (saidInForm.includes(type) ? "form" : undefined),
  });
  const app = useActForm({
    async onSubmit() {
      onBegun(await client.call(beginWantedApp, { body: {} }));
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  return (
    <div className="grid gap-10">
      <section>
        <h2 className="text-std-20B-150">{t`Passkey`}</h2>
        <p className="mt-1 mb-4 text-muted">
          {t`Log in with your fingerprint, your face or your device's PIN. A fake site can't steal it.`}
        </p>
        <PageForm
          form={passkey}
          submitLabel={t`Set up a passkey`}
          pendingLabel={t`Waiting for your passkey`}
        >
          {null}
        </PageForm>
      </section>
      {ways.includes("app") && (
        <section>
          <h2 className="text-std-20B-150">{t`Authenticator app`}</h2>
          <p className="mt-1 mb-4 text-muted">
            {t`An app on your phone or in your password manager shows a code that keeps changing.`}
          </p>
          <PageForm
            form={app}
            submitLabel={t`Set up an app`}
            pendingLabel={t`Preparing`}
            isSecondary
          >
            {null}
          </PageForm>
        </section>
      )}
    </div>
  );
}

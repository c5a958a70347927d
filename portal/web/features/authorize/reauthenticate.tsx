import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { gmoidSignIn } from "@sekimori/portal-contract/endpoints/external-id";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { OtherWays } from "../../app/second-factor/other-ways.tsx";
import { usePasskeyForm } from "../../app/second-factor/use-passkey-form.ts";
import { type TypedWay, useProofForm } from "../../app/second-factor/use-proof-form.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { PresentPasswordField } from "../../app/shell/present-password-field.tsx";
import { useExternalIdName } from "../../app/site.ts";
import { CodeFields } from "../../app/step-up/code-fields.tsx";
import { PasskeyInstead } from "../../app/step-up/passkey-instead.tsx";
import { ProofFields } from "../../app/step-up/proof-fields.tsx";
import { type ProofStep, useCodeStep } from "../../app/step-up/use-code-step.ts";
import { returnToRequest } from "./return-to-request.ts";
import { PasskeyAsked, Without } from "./stronger.tsx";

interface ReauthenticateProps {
  readonly uid: string;
  readonly request: InteractionView;
  readonly onDone: () => Promise<unknown>;
}

/** The application wants to be sure that it is still the same person, or a stronger sign-in. */
export function Reauthenticate(props: ReauthenticateProps) {
  const { stronger } = props.request;
  const [isOtherwise, setOtherwise] = useState(false);
  return stronger?.by === "passkey" && !(isOtherwise && stronger.without === null) ? (
    <PasskeyAsked {...props} without={stronger.without} onOtherwise={() => setOtherwise(true)} />
  ) : (
    <LogInAgain {...props} />
  );
}

function LogInAgain({ uid, request, onDone }: ReauthenticateProps) {
  const { t } = useLingui();
  const name = useExternalIdName();
  const step = useCodeStep(t`Password`, onDone);

  async function leaveForExternalId() {
    try {
      const { redirectUrl } = await client.call(gmoidSignIn);
      await returnToRequest(uid, request);
      window.location.assign(redirectUrl);
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <NarrowPage
      title={t`Log in again`}
      description={t`${{ application: request.client.name }} wants you to confirm it's you.`}
    >
      <p className="mb-6 font-700">{request.account?.email}</p>
      {request.managedExternally ? (
        <Button variant="primary" size="large" wide onClick={() => void leaveForExternalId()}>
          {name ? t`Log in with ${{ name }}` : t`Log in again`}
        </Button>
      ) : step.proof ? (
        <ProofAgain key={step.proof.way} step={step.proof} />
      ) : step.asksCode ? (
        <PageForm key="code" form={step.code} submitLabel={t`Continue`} pendingLabel={t`Checking`}>
          <CodeFields step={step} />
        </PageForm>
      ) : (
        <PageForm
          key="password"
          form={step.password}
          submitLabel={t`Continue`}
          pendingLabel={t`Checking`}
        >
          <PresentPasswordField
            {...step.password.field("password")}
            email={request.account?.email ?? ""}
          />
          <PasskeyInstead passkey={step.passkey} />
        </PageForm>
      )}
      {request.stronger?.without && <Without uid={uid} without={request.stronger.without} />}
    </NarrowPage>
  );
}

function ProofAgain({ step }: { readonly step: ProofStep }) {
  return step.way === "passkey" ? (
    <PasskeyAgain step={step} />
  ) : (
    <TypedAgain step={step} way={step.way} />
  );
}

function PasskeyAgain({ step }: { readonly step: ProofStep }) {
  const { t } = useLingui();
  const form = usePasskeyForm(step.provePasskey);
  return (
    <PageForm form={form} submitLabel={t`Use passkey`} pendingLabel={t`Waiting for your passkey`}>
      <OtherWays way="passkey" ways={step.ways} onChoose={step.choose} />
    </PageForm>
  );
}

function TypedAgain({ step, way }: { readonly step: ProofStep; readonly way: TypedWay }) {
  const { t } = useLingui();
  const form = useProofForm({ way, onSubmit: step.prove });
  return (
    <PageForm form={form} submitLabel={t`Continue`} pendingLabel={t`Checking`}>
      <ProofFields step={step} way={way} form={form} />
    </PageForm>
  );
}

import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { useState } from "react";
import { usePasskeyForm } from "../../app/second-factor/use-passkey-form.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { provePasskey } from "../../app/step-up/prove-passkey.ts";
import { finish } from "./finish.ts";

interface WithoutProps {
  readonly uid: string;
  readonly without: "continue" | "refuse";
}

/** The way on for who can't, or won't, sign in as strongly as the application asks for. */
export function Without({ uid, without }: WithoutProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await finish(uid, "without");
    } catch (error) {
      setBusy(false);
      reportError(error);
    }
  }

  return (
    <Button variant="plain" flush className="mt-4" pending={busy} onClick={() => void leave()}>
      {without === "continue" ? t`Continue without it` : t`Go back to the application`}
    </Button>
  );
}

interface PasskeyAskedProps {
  readonly uid: string;
  readonly request: InteractionView;
  readonly without: "continue" | "refuse" | null;
  readonly onDone: () => Promise<unknown>;
  /** To the form of password and second factor, where the sign-in is to be new as well. */
  readonly onOtherwise: () => void;
}

/** The application asks for a passkey, and nothing else will do. */
export function PasskeyAsked({ uid, request, without, onDone, onOtherwise }: PasskeyAskedProps) {
  const { t } = useLingui();
  const form = usePasskeyForm(async () => {
    await provePasskey();
    await onDone();
  });
  return (
    <NarrowPage
      title={t`Use your passkey`}
      description={t`${{ application: request.client.name }} wants you to log in with a passkey.`}
    >
      <p className="mb-6 font-700">{request.account?.email}</p>
      <PageForm form={form} submitLabel={t`Use passkey`} pendingLabel={t`Waiting for your passkey`}>
        {null}
      </PageForm>
      {without === null ? (
        <Button variant="plain" flush className="mt-4" onClick={onOtherwise}>
          {t`Log in without a passkey`}
        </Button>
      ) : (
        <Without uid={uid} without={without} />
      )}
    </NarrowPage>
  );
}

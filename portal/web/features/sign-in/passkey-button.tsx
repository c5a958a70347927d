import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { ErrorWait } from "@sekimori/kit-web/errors/error-wait";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import type { SignInOutcome } from "@sekimori/portal-contract/endpoints/sign-in";
import { useEffect, useRef, useState } from "react";
import { knowsPasskeys } from "../../app/passkey/passkey.ts";
import { usePasskeyPress } from "../../app/passkey/use-passkey-press.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { signInWithPasskey } from "./passkey-sign-in.ts";

/**
 * Signs in by a passkey: nothing is typed. The browser also offers it in the field of the login ID;
 * the button is always there, because not every passkey is found so. A browser has one request at a
 * time: the button's comes in the place of the field's, which is made anew afterwards.
 */
export function PasskeyButton() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<ApiError>();
  const enter = (outcome: SignInOutcome) =>
    navigate(pageAfter(session, outcome, ""), { replace: true });
  const { busy, problem, press } = usePasskeyPress(async () => {
    setRefused(undefined);
    await enter(await signInWithPasskey());
  });
  const onSignedIn = useRef(enter);
  useEffect(() => {
    onSignedIn.current = enter;
  });

  useEffect(() => {
    if (busy || !knowsPasskeys()) return;
    let isGone = false;
    let disarm: (() => void) | undefined;
    const arm = async () => {
      const { armAutofill } = await import("./passkey-autofill.ts");
      if (isGone) return;
      disarm = armAutofill({
        onSignedIn: (outcome) => void onSignedIn.current(outcome),
        onRefused: (error) => isApiError(error) && setRefused(error),
      });
    };
    // What fails here the button still does.
    arm().catch(() => undefined);
    return () => {
      isGone = true;
      disarm?.();
    };
  }, [busy]);

  if (!knowsPasskeys()) return null;
  const said = problem ?? refused;
  return (
    <div className="grid gap-4">
      <Button
        size="large"
        wide
        pending={busy}
        pendingLabel={t`Waiting for your passkey`}
        onClick={press}
      >
        {t`Log in with a passkey`}
      </Button>
      {said && (
        <Banner tone="danger" role="alert" title={errorSentence(said, i18n)}>
          <ErrorWait error={said} />
        </Banner>
      )}
    </div>
  );
}

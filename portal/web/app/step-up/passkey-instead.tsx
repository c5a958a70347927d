import { useLingui } from "@lingui/react/macro";
import { ErrorWait } from "@sekimori/kit-web/errors/error-wait";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import type { PasskeyPress } from "../passkey/use-passkey-press.ts";
import { errorSentence } from "../sentences/error-sentences.ts";

/** A passkey in the place of the password, where the account has one. */
export function PasskeyInstead({ passkey }: { readonly passkey: PasskeyPress | undefined }) {
  const { t, i18n } = useLingui();
  if (passkey === undefined) return null;
  const { busy, problem, press } = passkey;
  return (
    <>
      <Button
        className="justify-self-start"
        pending={busy}
        pendingLabel={t`Waiting for your passkey`}
        onClick={press}
      >
        {t`Use a passkey instead`}
      </Button>
      {problem && (
        <Banner tone="danger" role="alert" title={errorSentence(problem, i18n)}>
          <ErrorWait error={problem} />
        </Banner>
      )}
    </>
  );
}

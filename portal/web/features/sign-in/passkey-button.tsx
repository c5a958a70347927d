import { useLingui } from "@lingui/react/macro";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { knowsPasskeys } from "../../app/passkey/passkey.ts";
import { usePasskeyPress } from "../../app/passkey/use-passkey-press.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { signInWithPasskey } from "./passkey-sign-in.ts";

/** Signs in by a passkey: nothing is typed. */
export function PasskeyButton() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { busy, problem, press } = usePasskeyPress(async () => {
    await navigate(pageAfter(session, await signInWithPasskey(), ""), { replace: true });
  });
  if (!knowsPasskeys()) return null;
  return (
    <div className="mt-4 grid gap-4">
      <Button
        size="large"
        wide
        pending={busy}
        pendingLabel={t`Waiting for your passkey`}
        onClick={press}
      >
        {t`Log in with a passkey`}
      </Button>
      {problem && <Banner tone="danger" role="alert" title={errorSentence(problem, i18n)} />}
    </div>
  );
}

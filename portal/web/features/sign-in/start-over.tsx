import { useLingui } from "@lingui/react/macro";
import type { ApiError } from "@sekimori/kit-web/client/api-error";
import { ErrorWait } from "@sekimori/kit-web/errors/error-wait";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { session } from "../../app/session/current.ts";

/** Leaves the second step, to log in anew or to set a new password. */
function useLeave(email: string, page: "login" | "resetPassword" = "login"): () => Promise<void> {
  const navigate = useNavigate();
  const step = page === "resetPassword" ? "enter-id" : undefined;
  return async () => {
    const waiting = session.waitingPage();
    session.ended("left");
    // The application's request still waits, and the address need not be typed again.
    if (waiting !== undefined) session.returnTo(waiting);
    const login_hint = email || undefined;
    await navigate(pageUrl(page, { step, login_hint }), { replace: page === "login" });
  };
}

interface StartOverProps {
  readonly email: string;
}

/** Leaves the second step for the first. */
export function StartOver({ email }: StartOverProps) {
  const { t } = useLingui();
  const startOver = useLeave(email);
  return (
    <Button variant="plain" flush onClick={() => void startOver()}>
      {t`Start login over`}
    </Button>
  );
}

/** For who has none of the account's ways at hand: the mailbox leads back in, after a delay. */
export function LostWays({ email }: StartOverProps) {
  const { t } = useLingui();
  const leave = useLeave(email, "resetPassword");
  return (
    <Button variant="plain" flush onClick={() => void leave()}>
      {t`Lost all of them? Reset your password`}
    </Button>
  );
}

/** After too many wrong codes nothing is left but the beginning. */
export function TooManyTries({ email, error }: StartOverProps & { readonly error: ApiError }) {
  const { t, i18n } = useLingui();
  const startOver = useLeave(email);
  return (
    <NarrowPage title={t`One-Time Password Verification`}>
      <Banner tone="danger" role="alert" className="mb-6" title={errorSentence(error, i18n)}>
        <ErrorWait error={error} />
      </Banner>
      <Button variant="primary" size="large" wide onClick={() => void startOver()}>
        {t`Start login over`}
      </Button>
    </NarrowPage>
  );
}

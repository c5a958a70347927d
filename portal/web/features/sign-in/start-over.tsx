import { useLingui } from "@lingui/react/macro";
import type { ApiError } from "@sekimori/kit-web/client/api-error";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { session } from "../../app/session/current.ts";

function useStartOver(email: string): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const waiting = session.waitingPage();
    session.ended("left");
    // The application's request still waits, and the address need not be typed again.
    if (waiting !== undefined) session.returnTo(waiting);
    await navigate(pageUrl("login", { login_hint: email || undefined }), { replace: true });
  };
}

interface StartOverProps {
  readonly email: string;
}

/** Leaves the second step for the first. */
export function StartOver({ email }: StartOverProps) {
  const { t } = useLingui();
  const startOver = useStartOver(email);
  return (
    <Button variant="plain" className="-ml-5" onClick={() => void startOver()}>
      {t`Start login over`}
    </Button>
  );
}

/** After too many wrong codes nothing is left but the beginning. */
export function TooManyTries({ email, error }: StartOverProps & { readonly error: ApiError }) {
  const { t, i18n } = useLingui();
  const startOver = useStartOver(email);
  return (
    <NarrowPage title={t`One-Time Password Verification`}>
      <Banner tone="danger" role="alert" className="mb-6" title={errorSentence(error, i18n)} />
      <Button variant="primary" size="large" wide onClick={() => void startOver()}>
        {t`Start login over`}
      </Button>
    </NarrowPage>
  );
}

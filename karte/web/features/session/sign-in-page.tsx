import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { useEffect } from "react";
import { isFramed, tellHost } from "../../app/embedding.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { signInAddress, signInByHost } from "../../app/session/sign-in.ts";
import { wantedPath } from "../../app/wanted-path.ts";

function signIn(returnTo: string): void {
  if (isFramed) signInByHost(returnTo).catch(reportError);
  else window.location.assign(signInAddress(returnTo));
}

/**
 * A sign-in by the portal did not come to an end. In the frame nobody being signed in is the
 * portal's to mend: it is told, and shows its own sign-in.
 */
export function SignInPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const reason = query.get("reason");
  const isNobody = reason === "login_required" || reason === "denied";

  useEffect(() => {
    if (isFramed && isNobody) tellHost({ type: "session-expired" });
  }, [isNobody]);

  const texts: Readonly<Record<string, string>> = {
    login_required: t`You're not logged in.`,
    denied: t`You didn't allow the login.`,
    unavailable: t`We can't reach the portal right now. Try again in a few minutes.`,
    expired: t`That took too long. Try again.`,
  };
  return (
    <StatePage
      title={t`Log in`}
      action={
        <Button variant="primary" size="large" wide onClick={() => signIn(wantedPath(query))}>
          {t`Log in with your Sekimori account`}
        </Button>
      }
    >
      {(reason !== null && texts[reason]) || t`Log in with your portal account.`}
    </StatePage>
  );
}

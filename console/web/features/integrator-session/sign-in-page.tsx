import { useLingui } from "@lingui/react/macro";
import { sessionIdleMinutes } from "@sekimori/console-contract/constants";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { ownPath } from "@sekimori/kit-contract/own-path";
import { Button } from "@sekimori/kit-web/primitives/button";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { signInAddress } from "../../app/session/sign-in.ts";

/** Nobody is signed in, or a sign-in by the portal did not come to an end: why, and the way in. */
export function SignInPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const reason = query.get("reason");
  const texts: Readonly<Record<string, string>> = {
    denied: t`You didn't allow the login.`,
    not_strong_enough: t`You can only log in here with a passkey. Add a passkey on My Page in the portal, then log in with it.`,
    unavailable: t`We can't reach the portal right now. Try again in a few minutes.`,
    expired: t`That took too long. Try again.`,
  };
  const returnTo = ownPath(query.get("return_to") ?? "") ?? integrationPagePaths.applications;
  return (
    <StatePage
      title={t`Log in`}
      action={
        <Button
          variant="primary"
          size="large"
          wide
          onClick={() => window.location.assign(signInAddress(returnTo))}
        >
          {t`Log in with your Sekimori account`}
        </Button>
      }
    >
      {(reason !== null && texts[reason]) ||
        t`The integration console is for the people who connect applications. You're logged out after ${{ minutes: sessionIdleMinutes }} minutes of inactivity.`}
    </StatePage>
  );
}

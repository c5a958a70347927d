import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useTopSpace } from "@sekimori/kit-web/shell/use-top-space";
import { lazy, Suspense, useState } from "react";
import { language } from "../language.ts";
import { useSessionEnd } from "./use-session-end.ts";

const SignInAgain = lazy(async () => ({
  default: (await import("./sign-in-again.tsx")).SignInAgain,
}));

/**
 * Ten minutes before the session ends: a notice, and a way to sign in again in place, so that no
 * form is lost. A sign-in in another tab takes it away. The element is always
 * there: a dialog hides from screen readers and pointers what comes while it is open.
 */
export function SessionExpiry() {
  const { state, expiry } = useSessionEnd();
  return (
    <div data-page-notice data-react-aria-top-layer="true">
      {state !== "far" && <Notice ended={state === "past"} expiry={expiry} />}
    </div>
  );
}

function Notice({ ended, expiry }: { ended: boolean; expiry: number }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const space = useTopSpace("--notice-space");
  const time = formatMoment(new Date(expiry).toISOString(), language.current());
  return (
    <div ref={space} className="px-4 pt-4 sm:px-8">
      <Banner
        tone="warning"
        role="status"
        title={ended ? t`Your session has ended` : t`Your session ends at ${{ time }}`}
        action={
          <Button size="small" onClick={() => setAsked(true)}>
            {t`Log in again`}
          </Button>
        }
      >
        {t`Log in again to continue. We'll keep what you've entered on this page.`}
      </Banner>
      {asked && (
        <Suspense>
          <SignInAgain onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </div>
  );
}

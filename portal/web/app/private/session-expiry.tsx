import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-web/language/date-format";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { lazy, Suspense, useState } from "react";
import { language } from "../language.ts";
import { useSessionEnd } from "./use-session-end.ts";

const SignInAgain = lazy(async () => ({
  default: (await import("./sign-in-again.tsx")).SignInAgain,
}));

/**
 * Ten minutes before the session ends: a notice, and a way to sign in again in place, so that no
 * form is lost (DESIGN, Sessions). A sign-in in another tab takes it away.
 */
export function SessionExpiry() {
  const { t } = useLingui();
  const { state, expiry } = useSessionEnd();
  const [asked, setAsked] = useState(false);
  if (state === "far") return null;
  return (
    <div className="px-4 pt-4 sm:px-8">
      <Banner
        tone="warning"
        role="status"
        title={
          state === "near"
            ? t`Your session ends at ${{ time: formatMoment(new Date(expiry).toISOString(), language.current()) }}`
            : t`Your session has ended`
        }
        action={
          <Button size="small" onClick={() => setAsked(true)}>
            {t`Log in again`}
          </Button>
        }
      >
        {t`Log in again here to go on. What you have entered on this page stays.`}
      </Banner>
      {asked && (
        <Suspense>
          <SignInAgain onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </div>
  );
}

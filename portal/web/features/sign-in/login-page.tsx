import { useLingui } from "@lingui/react/macro";
import { Logo } from "@sekimori/kit-web/brand/logo";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { readDraft } from "../../app/draft/history-draft.ts";
import { clientStorage, session } from "../../app/session/current.ts";
import { loginHintOf } from "../../app/session/login-hint.ts";
import { Carousel } from "./carousel.tsx";
import { ExternalId, ToRegistration } from "./external-id.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { SignInForm } from "./sign-in-form.tsx";

// Most visits come from no application: the others fetch what names it.
const AskingApplication = lazy(async () => ({
  default: (await import("./asking-application.tsx")).AskingApplication,
}));

/** The application's request that a sign-in here goes on to, if there is one. */
function interactionOf(page: string | undefined): string | null {
  if (page === undefined || !page.startsWith(`${pagePaths.authorize}?`)) return null;
  return new URLSearchParams(page.slice(page.indexOf("?"))).get("interaction");
}

/** The door: sign in, or go where one can (specification 2). */
export function LoginPage() {
  const { t } = useLingui();
  const ended = useSyncExternalStore(clientStorage.subscribe, session.lastEnd);
  const [query] = useSearchParams();
  const [typed, setTyped] = useState(() => readDraft().email ?? loginHintOf(query) ?? "");
  const interaction = interactionOf(session.waitingPage());
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="px-4 py-10 sm:px-10 lg:order-2 lg:py-[12vh]">
        <div className="mx-auto w-full max-w-[26rem]">
          <Logo label="Sekimori" className="mb-8" />
          <h1 className="mb-6 text-std-26B-150" tabIndex={-1}>
            {t`Login`}
          </h1>
          {ended && (
            <Banner
              tone={ended === "expired" ? "warning" : "success"}
              role="status"
              className="mb-6"
            >
              {ended === "expired"
                ? t`Your session has expired. Log in again.`
                : t`You've logged out.`}
            </Banner>
          )}
          {interaction && (
            <Suspense>
              <AskingApplication uid={interaction} />
            </Suspense>
          )}
          <SignInForm typed={typed} onTyped={setTyped} />
          <p className="my-6 flex items-center gap-4 text-[0.875rem] text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            {t`or`}
          </p>
          <div className="grid gap-4">
            <PasskeyButton />
            <Link
              to={pageUrl("organisationSignIn", { login_hint: typed || undefined })}
              className={buttonClass({ size: "large", wide: true })}
            >
              {t`Log in through your organization`}
            </Link>
            <ExternalId />
          </div>
          <ToRegistration />
        </div>
      </div>
      <Carousel />
    </div>
  );
}

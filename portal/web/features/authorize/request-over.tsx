import { useLingui } from "@lingui/react/macro";
import { TroubleIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { ErrorText } from "@sekimori/kit-web/errors/error-text";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import { useEffect } from "react";
import { errorSentences } from "../../app/sentences/error-sentences.ts";
import { session } from "../../app/session/current.ts";
import { toasts } from "../../app/toasts.ts";
import type { requestEnds } from "./return-to-request.ts";

interface RequestOverProps {
  readonly error: unknown;
  /** Where somebody goes who has just signed in for this request. */
  readonly otherwise?: (typeof requestEnds)[number] | undefined;
  readonly onRetry: () => void;
}

/** The request cannot be answered here: what happened, and what to do. */
export function RequestOver({ error, otherwise, onRetry }: RequestOverProps) {
  const { t, i18n } = useLingui();
  const isOver = isApiError(error, "InteractionExpired", "InvalidInput");
  const isSignedIn = session.isLoggedIn();
  if (isOver && isSignedIn && otherwise !== undefined) return <GoOn otherwise={otherwise} />;
  return (
    <StatePage
      title={t`We couldn't complete the application's request`}
      illustration={<TroubleIllustration />}
      action={
        isOver ? (
          <Link
            to={isSignedIn ? pagePaths.security : pagePaths.login}
            className={buttonClass({ variant: "primary", size: "large", wide: true })}
          >
            {isSignedIn ? t`Go to My Page` : t`Log in`}
          </Link>
        ) : (
          <Button size="large" wide onClick={onRetry}>{t`Try again`}</Button>
        )
      }
    >
      <ErrorText
        error={error}
        sentence={isOver ? i18n._(errorSentences.InteractionExpired) : undefined}
      />
    </StatePage>
  );
}

/** The request ended while the person signed in for it. */
function GoOn({ otherwise }: { readonly otherwise: (typeof requestEnds)[number] }) {
  const { t } = useLingui();
  const navigate = useNavigate();

  useEffect(() => {
    // Our own application is asked for again; another one only knows itself how it begins.
    const page = otherwise === "karte" ? kartePage("") : pagePaths.security;
    const title =
      otherwise === "karte"
        ? t`The first request expired while you were logging in, so we opened the application again.`
        : t`You're logged in, but the application's request has expired. Open the application again to continue there.`;
    void Promise.resolve(navigate(page, { replace: true })).then(() =>
      toasts.show({ tone: "info", title }),
    );
  }, [otherwise, navigate, t]);

  return null;
}

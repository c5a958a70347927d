import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useCallback, useEffect, useRef, useState } from "react";
import { client } from "../../app/client.ts";
import { i18n } from "../../app/language.ts";
import { queryClient } from "../../app/query-client.ts";
import { useNavigate } from "../../app/routing/navigation.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { session } from "../../app/session/current.ts";

/** Ends the session on the server, then everything this browser knows of it. */
export function SigningOut() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const begun = useRef(false);
  const [failure, setFailure] = useState<unknown>();

  const leave = useCallback(async () => {
    setFailure(undefined);
    try {
      await client.call(signOut, { body: {} });
      session.ended("signed-out");
      await navigate(pagePaths.login, { replace: true });
      // Not before: what is still shown would ask the server again, which knows nobody now.
      queryClient.clear();
    } catch (error) {
      setFailure(error);
    }
  }, [navigate]);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void leave();
  }, [leave]);

  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={failure ? t`You are still logged in` : t`Logging out`}
        action={failure ? <Button onClick={() => void leave()}>{t`Try again`}</Button> : undefined}
      >
        {isApiError(failure) && errorSentence(failure, i18n)}
      </EmptyState>
    </div>
  );
}

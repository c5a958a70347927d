import { useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import { isApiError } from "../client/api-error.ts";
import { ErrorWait } from "../errors/error-wait.tsx";
import { useFormSentences } from "../form/form-sentences.ts";
import { Button } from "../primitives/button.tsx";
import { StatePage } from "../primitives/state-page.tsx";

interface SigningOutProps {
  /** Ends the session and leads away; tried again when it rejects and the person asks for it. */
  readonly leave: () => Promise<void>;
}

/** The page on which one is signed out, once for each visit of it. */
export function SigningOut({ leave }: SigningOutProps) {
  const { t } = useLingui();
  const words = useFormSentences();
  const begun = useRef(false);
  const [failure, setFailure] = useState<unknown>();

  const begin = useCallback(() => {
    setFailure(undefined);
    leave().catch(setFailure);
  }, [leave]);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin();
  }, [begin]);

  return (
    // Until it has come or failed there is nothing to press.
    <StatePage
      aria-busy={!failure}
      title={failure ? t`You're still logged in` : t`Logging out`}
      action={
        failure ? <Button size="large" wide onClick={begin}>{t`Try again`}</Button> : undefined
      }
    >
      {isApiError(failure) && words.error(failure)} <ErrorWait error={failure} />
    </StatePage>
  );
}

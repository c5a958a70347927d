import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import type { ReactNode } from "react";
import { errorSentence } from "../sentences/error-sentences.ts";

interface ErrorTextProps {
  readonly error: unknown;
  /** In place of the sentence that every error of its type has. */
  readonly sentence?: string | undefined;
  /** Between the sentence and the reference. */
  readonly children?: ReactNode;
}

/** What a page says of an error: what happened, and the reference to quote to support. */
export function ErrorText({ error, sentence, children }: ErrorTextProps) {
  const { t, i18n } = useLingui();
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <>
      <p>{sentence ?? errorSentence(error, i18n)}</p>
      {children}
      {requestId && <p className="mt-2 text-[0.8125rem]">{t`Reference: ${{ requestId }}`}</p>}
    </>
  );
}

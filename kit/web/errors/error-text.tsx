import type { ReactNode } from "react";
import { referenceOf } from "../client/api-error.ts";
import { useFormSentences } from "../form/form-sentences.ts";
import { ErrorWait } from "./error-wait.tsx";

interface ErrorTextProps {
  readonly error: unknown;
  /** In place of the sentence that every error of its type has. */
  readonly sentence?: string | undefined;
  /** Between the sentence and the reference. */
  readonly children?: ReactNode;
}

/** What a page says of an error: what happened, and the reference to quote to support. */
export function ErrorText({ error, sentence, children }: ErrorTextProps) {
  const words = useFormSentences();
  const requestId = referenceOf(error);
  return (
    <>
      <p>
        {sentence ?? words.error(error)} <ErrorWait error={error} />
      </p>
      {children}
      {requestId && <p className="mt-2 text-[0.8125rem]">{words.reference(requestId)}</p>}
    </>
  );
}

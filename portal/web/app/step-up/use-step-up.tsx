import { isApiError } from "@sekimori/kit-web/client/api-error";
import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { type ReactNode, useState } from "react";
import { language } from "../language.ts";
import { StepUpCancelled } from "../sentences/step-up-cancelled.ts";

/** Most acts need none: its form is fetched, with its sentences, when the server asks. */
const stepUp = fetchedDialog(() =>
  language.withSentences(
    ["app/step-up", "app/second-factor"],
    async () => (await import("./step-up-dialog.tsx")).StepUpDialog,
  ),
);

interface Question {
  readonly answered: () => void;
  readonly refused: (reason: StepUpCancelled) => void;
}

/**
 * A sensitive change needs a sign-in of the last ten minutes. `run` makes the call; where
 * the server wants a fresher sign-in, the password is asked for in place and the call made again.
 * Render `dialog` beside the form.
 */
export function useStepUp(): {
  /** Asks now; for who knows that it is wanted. @throws StepUpCancelled */
  readonly confirm: () => Promise<void>;
  readonly run: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question>();

  async function ask(): Promise<void> {
    try {
      await new Promise<void>((answered, refused) => setQuestion({ answered, refused }));
    } finally {
      setQuestion(undefined);
    }
  }

  async function run<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      if (!isApiError(error, "RecentSignInRequired")) throw error;
      await ask();
      return call();
    }
  }

  return {
    confirm: ask,
    run,
    dialog: question && (
      <stepUp.Dialog
        onDone={question.answered}
        onClose={() => question.refused(new StepUpCancelled())}
      />
    ),
  };
}

import { isApiError } from "@sekimori/kit-web/client/api-error";
import { type ReactNode, useState } from "react";
import { StepUpCancelled } from "./step-up-cancelled.ts";
import { StepUpDialog } from "./step-up-dialog.tsx";

interface Question {
  readonly answered: () => void;
  readonly refused: (reason: StepUpCancelled) => void;
}

/**
 * A sensitive change needs a sign-in of the last ten minutes (DESIGN). `run` makes the call; where
 * the server wants a fresher sign-in, the password is asked for in place and the call made again.
 * Render `dialog` beside the form.
 */
export function useStepUp(): {
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
    run,
    dialog: question && (
      <StepUpDialog
        onDone={question.answered}
        onCancel={() => question.refused(new StepUpCancelled())}
      />
    ),
  };
}

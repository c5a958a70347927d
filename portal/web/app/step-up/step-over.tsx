import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";

/** Whether the second factor may not be tried any more: after too many wrong ones, or too long a time. */
export const isStepOver = (error: unknown): boolean =>
  isApiError(error, "OTPExceeded", "OTPExpired");

/**
 * What is said of that here. A login would be started over; somebody who is logged in begins with
 * the password, and `StepOver` is the button for it.
 */
export function useOverSentence(): (error: unknown) => string | undefined {
  const { t } = useLingui();
  return (error) => {
    if (isApiError(error, "OTPExceeded"))
      return t`Too many incorrect attempts. Enter your password again.`;
    return isStepOver(error) ? t`This took too long. Enter your password again.` : undefined;
  };
}

/** Back to the password: all that is left. */
export function StepOver({ onRestart }: { readonly onRestart: () => void }) {
  const { t } = useLingui();
  return (
    <Button variant="primary" onClick={onRestart}>
      {t`Enter your password again`}
    </Button>
  );
}

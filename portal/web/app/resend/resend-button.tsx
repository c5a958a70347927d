import { Button } from "@sekimori/kit-web/primitives/button";
import type { useResend } from "./use-resend.ts";

interface ResendButtonProps {
  readonly again: ReturnType<typeof useResend>;
  readonly label: string;
  /** What it says while it cannot be pressed yet. */
  readonly waiting: (seconds: number) => string;
}

/** Has a code sent once more; until the pause is over it says how long that takes. */
export function ResendButton({ again, label, waiting }: ResendButtonProps) {
  const { seconds, sending, resend } = again;
  return (
    <Button
      variant="plain"
      // Waiting it has a box, which begins where the fields do; later its words alone do.
      flush={seconds === 0}
      className="justify-self-start text-balance"
      pending={sending}
      unavailable={seconds > 0}
      onClick={() => void resend()}
    >
      {seconds > 0 ? waiting(seconds) : label}
    </Button>
  );
}

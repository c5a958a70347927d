import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import type { useResend } from "./use-resend.ts";

interface ResendButtonProps {
  readonly again: ReturnType<typeof useResend>;
  readonly label: string;
}

/** Has a code sent once more; until the pause is over it says how long that takes. */
export function ResendButton({ again, label }: ResendButtonProps) {
  const { t } = useLingui();
  const { seconds, sending, resend } = again;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button
        size="small"
        pending={sending}
        unavailable={seconds > 0}
        onClick={() => void resend()}
      >
        {label}
      </Button>
      {seconds > 0 && (
        <span className="text-[0.875rem] text-muted tabular-nums">
          {t`Available in ${plural(seconds, { one: "# second", other: "# seconds" })}`}
        </span>
      )}
    </div>
  );
}

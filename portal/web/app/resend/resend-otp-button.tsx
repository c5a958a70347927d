import { useLingui } from "@lingui/react/macro";
import { ResendButton } from "./resend-button.tsx";
import type { useResend } from "./use-resend.ts";

/** Has a one-time password sent once more. */
export function ResendOtpButton({ again }: { readonly again: ReturnType<typeof useResend> }) {
  const { t } = useLingui();
  return <ResendButton again={again} label={t`Resend the one-time password`} />;
}

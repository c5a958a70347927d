import { useLingui } from "@lingui/react/macro";

interface StrengthProps {
  readonly hasApp: boolean;
  readonly hasMailedCode: boolean;
}

/** What the present ways hold off, and what they do not. */
export function Strength({ hasApp, hasMailedCode }: StrengthProps) {
  const { t } = useLingui();
  if (hasApp) {
    return t`Strong: your password or your mailbox alone opens nothing. Check the address before you type a code, because a fake site can still ask for it.`;
  }
  return hasMailedCode
    ? t`Fair: a stolen password isn't enough. But whoever can read your mailbox can reset your password and get the code. An authenticator app closes that gap.`
    : t`Weak: anyone who learns your password can log in. Add an authenticator app, or at least turn on two-factor authentication.`;
}

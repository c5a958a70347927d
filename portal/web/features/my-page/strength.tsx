import { useLingui } from "@lingui/react/macro";

interface StrengthProps {
  readonly hasPasskey: boolean;
  readonly hasApp: boolean;
  readonly hasMailedCode: boolean;
}

/** What the present ways hold off, and what they do not. */
export function Strength({ hasPasskey, hasApp, hasMailedCode }: StrengthProps) {
  const { t } = useLingui();
  if (hasPasskey) {
    return t`Strong: neither your password nor your email is enough to log in, and a fake site can't steal your passkey. Keep using it instead of your password.`;
  }
  if (hasApp) {
    return t`Strong: neither your password nor your email is enough to log in. Check the address before you enter a code, because a fake site can still ask for it. A passkey doesn't have that weakness.`;
  }
  return hasMailedCode
    ? t`Fair: a stolen password isn't enough. But anyone who can read your email can reset your password and get the code. A passkey or an authenticator app closes that gap.`
    : t`Weak: anyone who learns your password can log in. Add a passkey or an authenticator app, or at least turn on two-factor authentication.`;
}

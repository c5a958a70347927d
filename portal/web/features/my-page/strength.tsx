import { useLingui } from "@lingui/react/macro";
import { Banner } from "@sekimori/kit-web/primitives/banner";

interface StrengthProps {
  readonly hasPasskey: boolean;
  readonly hasApp: boolean;
}

/** Of an account that has nothing but its password. */
export function OnlyPassword() {
  const { t } = useLingui();
  return (
    <Banner className="mb-6" tone="warning" title={t`Your account is protected only by a password`}>
      {t`Anyone who learns it can log in. Add a passkey or an authenticator app, or turn on two-factor authentication.`}
    </Banner>
  );
}

/** What the ways beside the password hold off, and what they do not. */
export function Strength({ hasPasskey, hasApp }: StrengthProps) {
  const { t } = useLingui();
  if (hasPasskey) {
    return t`Strong: neither your password nor your email is enough to log in, and a fake site can't steal your passkey. Keep using it instead of your password.`;
  }
  if (hasApp) {
    return t`Strong: neither your password nor your email is enough to log in. Check the address before you enter a code, because a fake site can still ask for it. A passkey doesn't have that weakness.`;
  }
  return t`Fair: a stolen password isn't enough. But anyone who can read your email can reset your password and get the code. A passkey or an authenticator app closes that gap.`;
}

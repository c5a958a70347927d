import { useLingui } from "@lingui/react/macro";
import {
  PasswordField,
  type PasswordFieldProps,
} from "@sekimori/kit-web/primitives/password-field";

interface PresentPasswordFieldProps
  extends Omit<PasswordFieldProps, "autoComplete" | "showLabel" | "hideLabel"> {
  /** Whose password it is, where the form does not ask for it: password managers go by it. */
  readonly email?: string;
}

/** The password one has. */
export function PresentPasswordField({ email, ...field }: PresentPasswordFieldProps) {
  const { t } = useLingui();
  return (
    <>
      {email !== undefined && (
        <input type="email" autoComplete="username" value={email} readOnly hidden />
      )}
      <PasswordField
        {...field}
        autoComplete="current-password"
        showLabel={t`Show the password`}
        hideLabel={t`Hide the password`}
      />
    </>
  );
}

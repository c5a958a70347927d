import { TextField, type TextFieldProps } from "./text-field.tsx";

export interface EmailFieldProps
  extends Omit<TextFieldProps, "type" | "inputMode" | "autoCapitalize" | "spellCheck"> {
  /**
   * "username" where it is the login ID of an account that exists, with "webauthn" where the browser
   * offers passkeys there too.
   */
  autoComplete: "username" | "username webauthn" | "email";
}

/** An e-mail address, which no keyboard capitalises and no dictionary corrects. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
  );
}

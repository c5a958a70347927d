import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { passkeyRefusals } from "../passkey/use-passkey-press.ts";

const saidInForm = [...passkeyRefusals, "OTPExceeded", "OTPExpired"];

/** A form without fields, whose submit has the browser ask for a passkey. */
export function usePasskeyForm(onSubmit: () => Promise<unknown>) {
  return useActForm({
    onSubmit,
    place: ({ type }) => (saidInForm.includes(type) ? "form" : undefined),
  });
}

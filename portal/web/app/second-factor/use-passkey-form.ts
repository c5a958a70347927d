import { useForm } from "@sekimori/kit-web/form/use-form";
import { passkeyRefusals } from "../passkey/use-passkey-press.ts";

const saidInForm = [...passkeyRefusals, "OTPExceeded"];

/** A form without fields, whose submit has the browser ask for a passkey. */
export function usePasskeyForm(onSubmit: () => Promise<unknown>) {
  return useForm<Record<never, never>, Record<never, never>>({
    defaultValues: {},
    fields: {},
    validator: async () => (values) => ({ values }),
    onSubmit,
    place: ({ type }) => (saidInForm.includes(type) ? "form" : undefined),
  });
}

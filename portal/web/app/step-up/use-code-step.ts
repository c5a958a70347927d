import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import {
  confirmReauthentication,
  reauthenticate,
  resendReauthentication,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { useState } from "react";
import { client } from "../client.ts";
import { usePasswordForm } from "../present-password/use-password-form.ts";
import { useResend } from "../resend/use-resend.ts";

/**
 * Asking again who somebody is: the password and, where two-factor is on, the code that the server
 * has mailed then.
 *
 * @param onDone called when the sign-in counts as fresh.
 * @param label of the password's field.
 */
export function useCodeStep(label: string, onDone: () => unknown) {
  const { t } = useLingui();
  /** When another code may be asked for; nothing before the password was right. */
  const [resendAt, setResendAt] = useState<string>();

  const password = usePasswordForm({
    label,
    async onSubmit(body) {
      const answer = await client.call(reauthenticate, { body });
      if (answer.status === "OTP_VERIFY") setResendAt(answer.resendAt);
      else await onDone();
    },
    place: ({ type }) => {
      if (type === "OldPasswordWrong") return "password";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });
  const code = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`One-time password`, digits: true } },
    validator: async () => schemaValidator((await import("./code-schema.ts")).codeOnlySchema),
    async onSubmit(body) {
      await client.call(confirmReauthentication, { body });
      await onDone();
    },
    place: ({ type }) => {
      if (type === "OTPInvalid" || type === "OTPExpired") return "code";
      return type === "OTPExceeded" || type === "TooManyRequest" ? "form" : undefined;
    },
  });
  function restart() {
    code.clear();
    setResendAt(undefined);
  }
  const again = useResend(resendAt, async () => {
    const answer = await client.call(resendReauthentication, { body: {} });
    setResendAt(answer.resendAt);
  });
  // After too many wrong codes another try begins with the password.
  const isOver = isApiError(code.problems.error, "OTPExceeded");
  return { password, code, again, isOver, asksCode: resendAt !== undefined, restart };
}

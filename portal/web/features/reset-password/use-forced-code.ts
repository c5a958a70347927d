import { isApiError } from "@sekimori/kit-web/client/api-error";
import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { useEffect } from "react";
import { captchaToken } from "../../app/captcha/captcha-token.ts";
import { client } from "../../app/client.ts";
import { i18n, language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { session } from "../../app/session/current.ts";
import { resetSentence } from "./reset-sentence.ts";

/**
 * A sign-in that must set a new password first has no code yet: it is asked for on arrival. A
 * reload does not ask again; the page has a link for that.
 */
export function useForcedCode(forced: boolean): void {
  useEffect(() => {
    const { email, needsNewPassword } = session.pendingSignIn ?? {};
    if (!forced || !needsNewPassword || email === undefined) return;
    session.pendingSignIn = { email };
    captchaToken()
      .then((captcha) =>
        client.call(forgotPassword, { body: { email, captcha, locale: language.current() } }),
      )
      .catch((error: unknown) => {
        reportError(error, isApiError(error) ? resetSentence(error, i18n) : undefined);
      });
  }, [forced]);
}

import { msg } from "@lingui/core/macro";
import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { addErrorSentences } from "../../app/sentences/error-sentences.ts";
import { addErrorTitles, on, onCall } from "../../app/sentences/toast-title.ts";

// What only a reset is answered with (specification 7, 8).
addErrorTitles([
  on("resetPassword", msg`Couldn't send the reset code`),
  on("changePassword", msg`Couldn't change your password`),
  onCall("changePassword", forgotPassword, msg`Couldn't send the reset code`),
]);

addErrorSentences({
  ResetCodeIncorrect: msg`Confirmation code is incorrect or has expired.`,
  SecondFactorRequired: msg`You also need a passkey, a code from your authenticator app or a recovery code.`,
});

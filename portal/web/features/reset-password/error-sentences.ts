import { msg } from "@lingui/core/macro";
import { addErrorSentences } from "../../app/sentences/error-sentences.ts";

// What only a reset is answered with (specification 8).
addErrorSentences({
  ResetCodeIncorrect: msg`Confirmation code is incorrect or has expired.`,
  SecondFactorRequired: msg`You also need a passkey, a code from your authenticator app or a recovery code.`,
});

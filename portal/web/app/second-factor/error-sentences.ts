import { msg } from "@lingui/core/macro";
import { addErrorSentences } from "../sentences/error-sentences.ts";

// What a code of an authenticator app, or a recovery code, is refused with (specification 8).
addErrorSentences({
  AppCodeInvalid: msg`Code is incorrect. Enter the one your app shows now; each works once.`,
  AppClockOff: msg`The clock of your authenticator app is off. Set its device to automatic time, then enter the next code.`,
  RecoveryCodeInvalid: msg`Recovery code is incorrect or has already been used. Enter another one.`,
});

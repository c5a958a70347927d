import { msg } from "@lingui/core/macro";
import { gmoidSignUp } from "@sekimori/portal-contract/endpoints/external-id";
import { resendConfirmSignUpCode } from "@sekimori/portal-contract/endpoints/sign-up";
import { addErrorSentences } from "../../app/sentences/error-sentences.ts";
import { addErrorTitles, on, onCall } from "../../app/sentences/toast-title.ts";

// Headings of what fails while somebody signs up (specification 7, 8).
addErrorTitles([
  on("register", msg`Couldn't start your registration`),
  onCall("register", gmoidSignUp, msg`Couldn't open your external ID's page`),
  on("registerSecurity24", msg`Couldn't start your registration`),
  onCall("registerSecurity24", gmoidSignUp, msg`Couldn't open your external ID's page`),
  on("registerVerification", msg`Couldn't verify the code`),
  onCall("registerVerification", resendConfirmSignUpCode, msg`Couldn't resend the code`),
  on("registerInfo", msg`Couldn't save your information`),
  on("confirmInfo", msg`Couldn't save your information`),
  on("agreement", msg`Couldn't complete your registration`),
]);

addErrorSentences({
  ContinuedElsewhere: msg`You continued this registration in another browser or on another device. Log in to continue.`,
});

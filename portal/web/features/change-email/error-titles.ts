import { msg } from "@lingui/core/macro";
import { resendChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { addErrorTitles, on, onCall } from "../../app/sentences/toast-title.ts";

// Headings of what fails while a new address waits for its code (specification 7, 8).
addErrorTitles([
  on("changeEmailVerify", msg`Couldn't change your email address`),
  onCall("changeEmailVerify", resendChangeEmail, msg`Couldn't resend the code`),
]);

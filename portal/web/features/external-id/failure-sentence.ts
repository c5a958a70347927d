import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ApiError } from "@sekimori/kit-web/client/api-error";
import { errorSentences } from "../../app/sentences/error-sentences.ts";

/** Why a return from the external identity provider led nowhere, as the server says in `reason`. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  unknown: msg`No account is linked to this external ID yet. Register with it, or log in with your email address.`,
  "no-email": msg`Your external ID didn't give us an email address. You need one for an account.`,
  "other-account": msg`The account with this email address already uses another external ID.`,
  organisation: msg`Your organization doesn't allow logins with an external ID of your own. Use another way.`,
  denied: msg`You didn't allow the login at your external ID.`,
  expired: msg`The login took too long or was started in another browser. Start again.`,
  unavailable: msg`We can't reach your external ID provider right now. Try again in a few minutes.`,
};

export function failureSentence(error: ApiError): MessageDescriptor | undefined {
  if (error.type === "LoginIDExists") {
    return msg`This external ID already has an account. Log in with it.`;
  }
  if (error.type !== "ExternalIdFailed") return undefined;
  return sentences[String(error.data.reason)] ?? errorSentences.ExternalIdFailed;
}

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ApiError } from "@sekimori/kit-web/client/api-error";

/** Why a login at an organisation's provider led nowhere, as the server says in `reason`, and what to do. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  denied: msg`Your organization's login page didn't let you in, or you didn't allow it.`,
  unavailable: msg`We can't reach your organization's login page right now. Try again in a few minutes.`,
  untrusted: msg`The response from your organization's login page couldn't be trusted. Tell your administrator.`,
  expired: msg`The login took too long or was started in another browser. Start again.`,
  off: msg`Your organization's login is off, or its email domain is no longer verified. Log in with your email address and password. If you never set a password, reset it by email. Your account and your data are still here.`,
  "no-email": msg`Your organization's login page didn't give us an email address. Tell your administrator.`,
  unverified: msg`Your organization's login page says that your email address isn't verified. Tell your administrator.`,
  "other-domain": msg`Your email address isn't in your organization's verified domains. Tell your administrator.`,
  "account-elsewhere": msg`Your account's email address isn't in your organization's verified domains. Log in with your email address and password; if you never set one, reset it by email.`,
  "other-organisation": msg`Your account is in another organization. Leave that one first.`,
  "linked-elsewhere": msg`This login is linked to another account already.`,
  unsolicited: msg`Logins that start at your organization's page aren't allowed here. Start from the login page.`,
  "temporary-id": msg`Your organization's login page identifies you differently each time, so we can't recognize you. Tell your administrator.`,
  "no-relay-state": msg`Your organization's login page doesn't send back what we gave it (RelayState), so we can't match the response to a login. Start from our login page. If this keeps happening, tell your administrator.`,
  "certificate-ended": msg`The certificate of your organization's login page has expired. Tell your administrator.`,
};

export const failureSentence = (error: ApiError): MessageDescriptor | undefined =>
  sentences[String(error.data.reason)];

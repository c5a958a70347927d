import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TestProblem } from "@sekimori/portal-contract/endpoints/single-sign-on";

/** What each finding of a test means, and what to do at the provider. */
export const testProblemWords: Readonly<Record<TestProblem, MessageDescriptor>> = {
  denied: msg`The provider refused the login, or you canceled it.`,
  unavailable: msg`The provider didn't answer, or reported a fault.`,
  untrusted: msg`The provider's response couldn't be trusted. Check the client ID, the client secret and the redirect URI.`,
  "no-email": msg`The claim for the email address is missing. Have the provider send it.`,
  unverified: msg`The provider says that the email address isn't verified (email_verified is false).`,
  "other-domain": msg`The email address isn't in a verified domain of your organization.`,
  "no-name": msg`The name is missing. Colleagues type it themselves when they join.`,
};

/** Why an issuer was refused. */
export const refusalWords: Readonly<Record<string, MessageDescriptor>> = {
  shared: msg`This issuer stands for every organization at the provider. Enter the one of your own tenant.`,
};

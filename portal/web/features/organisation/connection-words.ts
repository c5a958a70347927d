import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TestProblem } from "@sekimori/portal-contract/connection-tests";
import type { Connection } from "@sekimori/portal-contract/endpoints/single-sign-on";

/** What each finding of a test means, and what to do at the provider. */
export const testProblemWords: Readonly<Record<TestProblem, MessageDescriptor>> = {
  denied: msg`The provider refused the login, or you canceled it.`,
  unavailable: msg`The provider didn't answer, or reported a fault.`,
  untrusted: msg`The provider's response couldn't be trusted. Check the client ID, the client secret and the redirect URI.`,
  "assertion-unsigned": msg`The provider signs the response only, or nothing. Have it sign the assertion (Keycloak: Sign assertions).`,
  "no-email": msg`The claim for the email address is missing. Have the provider send it.`,
  unverified: msg`The provider says that the email address isn't verified (email_verified is false).`,
  "other-domain": msg`The email address isn't in a verified domain of your organization.`,
  "temporary-id": msg`The provider identifies people differently each time (a transient NameID). Choose a persistent one.`,
  "certificate-ended": msg`Every certificate of the provider has expired. Add the new one.`,
  "address-is-id": msg`The provider identifies people by their email address. If an address is given to someone else later, that person gets into the previous holder's account. Choose an ID that's never used again.`,
  "no-name": msg`The name is missing. Colleagues type it themselves when they join.`,
};

/** The same, where it is said in another way of a SAML provider. */
export const samlProblemWords: Readonly<Partial<Record<TestProblem, MessageDescriptor>>> = {
  untrusted: msg`The provider's response couldn't be trusted. Check that the provider signs the assertion with SHA-256 and one of the certificates here, that the entity IDs and the ACS URL are the same at both sides, and that its clock is right.`,
  "no-email": msg`The attribute for the email address is missing. Have the provider send it, named email.`,
};

/** Why a provider was refused. */
export const refusalWords: Readonly<Record<string, MessageDescriptor>> = {
  shared: msg`This issuer stands for every organization at the provider. Enter the one of your own tenant.`,
  "no-metadata": msg`This isn't the metadata of one SAML identity provider.`,
  "no-redirect": msg`The metadata has no login URL for the HTTP-Redirect binding.`,
  "no-address": msg`Enter a login URL that starts with https://.`,
  "no-entity-id": msg`The entity ID is missing.`,
  "no-certificate": msg`No certificate can be read. Paste it in PEM, from BEGIN CERTIFICATE to END CERTIFICATE.`,
  "weak-certificate": msg`A certificate's key has to be RSA with at least 2048 bits.`,
  "too-many-certificates": msg`Up to four certificates can be in use.`,
  "certificate-ended": msg`Every certificate has expired.`,
};

/** What becomes of who logs out here. */
export const signOutWords: Readonly<Record<Connection["signOut"], MessageDescriptor>> = {
  here: msg`They stay logged in at the provider`,
  offered: msg`They're asked whether to log out at the provider, too`,
  done: msg`They're logged out at the provider, too`,
};

/** Why that can't be. */
export const logoutRefusalWords: Readonly<Record<string, MessageDescriptor>> = {
  "no-sign-out": msg`The provider offers no address for that. Its logout URL (end_session_endpoint or SingleLogoutService) is missing.`,
  "no-address": msg`Enter a logout URL that starts with https://.`,
  "not-found": msg`The provider can't be reached right now. Try again in a few minutes.`,
};

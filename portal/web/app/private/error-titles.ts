import { msg } from "@lingui/core/macro";
import {
  beginApp,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
} from "@sekimori/portal-contract/endpoints/authenticators";
import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { withdrawAccess } from "@sekimori/portal-contract/endpoints/connected-applications";
import {
  checkDomain,
  claimDomain,
  createOrganisation,
  removeDomain,
  removeOrganisation,
} from "@sekimori/portal-contract/endpoints/organisation";
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from "@sekimori/portal-contract/endpoints/passkeys";
import { changePassword } from "@sekimori/portal-contract/endpoints/password";
import {
  changeLanguage,
  changeRegisteredDetails,
  updateMyProfile,
} from "@sekimori/portal-contract/endpoints/profile";
import { endScimToken, makeScimToken } from "@sekimori/portal-contract/endpoints/provisioning";
import { endOtherSessions, endSession } from "@sekimori/portal-contract/endpoints/security";
import { cardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import {
  changeConnectionSecret,
  removeConnection,
  setUpConnection,
  switchConnection,
  testConnection,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { addErrorTitles, on, onCall } from "../sentences/toast-title.ts";

// Headings of what fails on My Page, by the call (specification 7, 8).
addErrorTitles([
  on("security", msg`Couldn't save the change`),
  { ...on("security", msg`Couldn't load the page`), method: "GET" },
  onCall("security", updateMyProfile, msg`Couldn't change your name`),
  onCall("security", changeRegisteredDetails, msg`Couldn't change your registered details`),
  onCall("security", changeEmail, msg`Couldn't change your email address`),
  onCall("security", changeLanguage, msg`Couldn't change your language`),
  onCall("security", changePassword, msg`Couldn't change your password`),
  onCall("security", mfaSetting, msg`Couldn't change two-factor authentication`),
  onCall("security", beginApp, msg`Couldn't add the authenticator app`),
  onCall("security", confirmApp, msg`Couldn't add the authenticator app`),
  onCall("security", removeApp, msg`Couldn't remove the authenticator app`),
  onCall("security", renewRecoveryCodes, msg`Couldn't create new recovery codes`),
  onCall("security", beginPasskey, msg`Couldn't add the passkey`),
  onCall("security", addPasskey, msg`Couldn't add the passkey`),
  onCall("security", renamePasskey, msg`Couldn't rename the passkey`),
  onCall("security", removePasskey, msg`Couldn't remove the passkey`),
  onCall("security", endSession, msg`Couldn't log out the other device`),
  onCall("security", endOtherSessions, msg`Couldn't log out the other devices`),
  onCall("security", withdrawAccess, msg`Couldn't revoke access`),
  onCall("organisation", createOrganisation, msg`Couldn't create the organization`),
  onCall("organisation", removeOrganisation, msg`Couldn't remove the organization`),
  onCall("organisation", claimDomain, msg`Couldn't add the domain`),
  onCall("organisation", checkDomain, msg`Couldn't check the domain`),
  onCall("organisation", removeDomain, msg`Couldn't remove the domain`),
  onCall("organisation", setUpConnection, msg`Couldn't set up single sign-on`),
  onCall("organisation", changeConnectionSecret, msg`Couldn't change the client secret`),
  onCall("organisation", testConnection, msg`Couldn't start the test`),
  onCall("organisation", switchConnection, msg`Couldn't turn single sign-on on or off`),
  onCall("organisation", removeConnection, msg`Couldn't remove single sign-on`),
  onCall("organisation", makeScimToken, msg`Couldn't create the token`),
  onCall("organisation", endScimToken, msg`Couldn't end the token`),
  onCall("security", replaceCard, msg`Payment Error`),
  onCall("security", cardAttempt, msg`Payment Error`),
]);

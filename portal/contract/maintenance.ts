import type { MaintenanceArea } from "@sekimori/kit-contract/maintenance";
import type { PortalEndpoint } from "./endpoints/declare.ts";

// What an operator's closing of an area closes at the portal. Reads go on everywhere. Whether a
// session begins is decided where a sign-in is complete, for staff log in to the console by it.

/** Up to the card; from there on a sign-up is finished, for money may be on its way. */
const signUpCalls: ReadonlySet<string> = new Set([
  "signUp",
  "confirmSignUp",
  "resendConfirmSignUpCode",
  "editInformation",
  "confirmInformation",
  "signUpWithCard",
  "joinOrganisation",
]);

/** Cards, charges and other plans. What has a last day (cancelling, a new price) is not among them. */
const paymentCalls: ReadonlySet<string> = new Set([
  "signUpWithCard",
  "replaceCard",
  "removeExpiredCard",
  "upgrade",
  "payUnpaid",
  "payInvoice",
]);

/** What changes something and goes on even while everything is closed. */
const goesOn: ReadonlySet<string> = new Set([
  // Money on its way is followed to its end.
  "cancelCardAttempt",
  "agreeConsent",
  // Sign-ins: for staff alone while everything is closed.
  "signIn",
  "confirmOtp",
  "proveSecondFactor",
  "resendOtp",
  "beginPasskeySignIn",
  "signInByPasskey",
  "beginSecondFactorPasskey",
  "beginWantedApp",
  "confirmWantedApp",
  "beginWantedPasskey",
  "addWantedPasskey",
  "beginSingleSignOn",
  "beginProviderSignIn",
  "changeToOtherAccount",
  "keepPresentAccount",
  "finishInteraction",
  "reauthenticate",
  "confirmReauthentication",
  "resendReauthentication",
  "proveAgain",
  "beginPasskeyAgain",
  "provePasskeyAgain",
  // What protects an account cannot wait.
  "signOut",
  "endSession",
  "endOtherSessions",
  "reportActivity",
  "withdrawAccess",
  "stopRecovery",
  "stopOwnRecovery",
  "undoChangeEmail",
  "declineJoining",
  // These read, by a body where an address would tell too much.
  "lookAtReset",
  "lookAtRecovery",
  "showPayLink",
  "verifyInvoice",
  "previewRule",
  "previewGroupRoles",
]);

/** Calls whose name stands in one of the lists; a test holds them to those that there are. */
export const namedForMaintenance: readonly string[] = [...signUpCalls, ...paymentCalls, ...goesOn];

/** Whether the closing of an area closes a call, whoever calls. */
export function closesCall(
  { name, method }: Pick<PortalEndpoint, "name" | "method">,
  area: MaintenanceArea,
): boolean {
  switch (area) {
    case "sign-up":
      return signUpCalls.has(name);
    case "payment":
      return paymentCalls.has(name);
    case "everything":
      return method !== "GET" && !goesOn.has(name);
    case "log-in":
    case "management-application":
      return false;
  }
}

/** Whether the closing of an area keeps sessions from beginning, staff's apart. */
export const closesSignIns = (area: MaintenanceArea): boolean =>
  area === "log-in" || area === "everything";

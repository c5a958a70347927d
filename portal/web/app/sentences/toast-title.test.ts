import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { gmoidSignIn } from "@sekimori/portal-contract/endpoints/external-id";
import { changePassword, forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { reportActivity } from "@sekimori/portal-contract/endpoints/security";
import { confirmOtp, resendOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { siteConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({ msg: ([text]: TemplateStringsArray) => ({ id: text }) }));

const { errorTitle } = await import("./toast-title.ts");

const { login, otp, changePassword: newPassword, security, changeEmailVerify } = pagePaths;

test.each([
  // The screen alone
  [login, undefined, "Could not log in"],
  [security, undefined, "Could not save the change"],
  ["/terms", undefined, "Something went wrong"],
  // A call that its screen has no row for
  [login, signIn, "Could not log in"],
  [otp, confirmOtp, "Could not verify the one-time password"],
  [security, reportActivity, "Could not save the change"],
  ["/terms", siteConfiguration, "Something went wrong"],
  // By screen and method
  [security, siteConfiguration, "Could not load the page"],
  [security, getMyProfile, "Could not load the page"],
  // By screen, method and path: one path, two methods
  [security, updateMyProfile, "Could not change the name"],
  [security, changePassword, "Could not change the password"],
  [security, replaceCard, "Payment error"],
  [login, gmoidSignIn, "Could not open the external ID's page"],
  [otp, resendOtp, "Could not resend the one-time password"],
  [newPassword, forgotPassword, "Could not send the reset code"],
  // One call, two screens
  [security, changeEmail, "Could not change the email address"],
  [changeEmailVerify, changeEmail, "Could not resend the code"],
])("on %s, %o: %s", (screen, call, title) => {
  expect(errorTitle(screen, call).id).toBe(title);
});

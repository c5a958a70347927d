import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import {
  changeEmail,
  confirmChangeEmail,
  resendChangeEmail,
} from "@sekimori/portal-contract/endpoints/change-email";
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
await import("../private/error-titles.ts");
await import("../../features/change-email/error-titles.ts");
await import("../../features/reset-password/error-sentences.ts");
await import("../../features/sign-up/error-titles.ts");

const { login, otp, changePassword: newPassword, security, changeEmailVerify } = pagePaths;

test.each([
  // The screen alone
  [login, undefined, "Couldn't log in"],
  [security, undefined, "Couldn't save the change"],
  ["/terms", undefined, "Something went wrong"],
  // A call that its screen has no row for
  [login, signIn, "Couldn't log in"],
  [otp, confirmOtp, "Couldn't verify the one-time password"],
  [security, reportActivity, "Couldn't save the change"],
  ["/terms", siteConfiguration, "Something went wrong"],
  // By screen and method
  [security, siteConfiguration, "Couldn't load the page"],
  [security, getMyProfile, "Couldn't load the page"],
  // By screen, method and path: one path, two methods
  [security, updateMyProfile, "Couldn't change your name"],
  [security, changePassword, "Couldn't change your password"],
  [security, replaceCard, "Payment Error"],
  [login, gmoidSignIn, "Couldn't open your external ID's page"],
  [otp, resendOtp, "Couldn't resend the one-time password"],
  [newPassword, forgotPassword, "Couldn't send the reset code"],
  [pagePaths.resetPassword, forgotPassword, "Couldn't send the reset code"],
  // A change of address, on two screens
  [security, changeEmail, "Couldn't change your email address"],
  [changeEmailVerify, confirmChangeEmail, "Couldn't change your email address"],
  [changeEmailVerify, resendChangeEmail, "Couldn't resend the code"],
])("on %s, %o: %s", (screen, call, title) => {
  expect(errorTitle(screen, call).id).toBe(title);
});

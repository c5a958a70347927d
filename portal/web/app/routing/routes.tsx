import { msg } from "@lingui/core/macro";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { askForProfile } from "../early-profile.ts";
import { PublicLayout } from "../shell/public-layout.tsx";
import { frame, page } from "./page.ts";
import { type Part, type Route, within } from "./route.ts";

const accountShell: Part = async () =>
  (await import("../../features/sign-up/account-shell.tsx")).AccountShell;

const wizardPages: readonly Route[] = [
  page("registerVerification", {
    title: msg`Registration Code Authentication`,
    access: "info",
    sentences: ["sign-up"],
    load: async () =>
      (await import("../../features/sign-up/verification-page.tsx")).VerificationPage,
  }),
  page("registerInfo", {
    title: msg`User Information Registration`,
    access: "info",
    sentences: ["sign-up", "app/new-password"],
    load: async () => (await import("../../features/sign-up/information-page.tsx")).InformationPage,
  }),
  page("confirmInfo", {
    title: msg`User Information Confirmation`,
    access: "info",
    sentences: ["sign-up"],
    load: async () =>
      (await import("../../features/sign-up/confirmation-page.tsx")).ConfirmationPage,
  }),
  page("paymentInfo", {
    title: msg`Payment Information`,
    access: "info",
    sentences: ["payment"],
    load: async () => (await import("../../features/payment/payment-page.tsx")).PaymentPage,
  }),
  page("agreement", {
    title: msg`Terms of Service Agreement`,
    access: "info",
    sentences: ["sign-up"],
    load: async () => (await import("../../features/sign-up/agreement-page.tsx")).AgreementPage,
  }),
];

const publicPages: readonly Route[] = [
  page("login", {
    title: msg`Login`,
    access: "public",
    entry: true,
    needsSite: true,
    bare: true,
    sentences: ["sign-in"],
    load: async () => (await import("../../features/sign-in/login-page.tsx")).LoginPage,
  }),
  page("otp", {
    title: msg`One-Time Password Verification`,
    access: "public",
    sentences: ["sign-in"],
    load: async () => (await import("../../features/sign-in/otp-page.tsx")).OtpPage,
  }),
  page("resetPassword", {
    title: msg`Reset Password`,
    access: "public",
    entry: true,
    sentences: ["reset-password"],
    load: async () =>
      (await import("../../features/reset-password/reset-password-page.tsx")).ResetPasswordPage,
  }),
  page("changePassword", {
    title: msg`Change Password`,
    access: "public",
    entry: true,
    sentences: ["reset-password", "app/new-password"],
    load: async () =>
      (await import("../../features/reset-password/change-password-page.tsx")).ChangePasswordPage,
  }),
  page("register", {
    title: msg`Account Registration`,
    access: "public",
    entry: true,
    needsSite: true,
    sentences: ["sign-up"],
    load: async () => (await import("../../features/sign-up/register-page.tsx")).RegisterPage,
  }),
  page("registerSecurity24", {
    title: msg`Account Registration`,
    access: "public",
    entry: true,
    needsSite: true,
    sentences: ["sign-up"],
    load: async () =>
      (await import("../../features/sign-up/register-page.tsx")).RegisterSecurity24Page,
  }),
  page("tds", {
    title: msg`Card authentication`,
    access: "ignore-auth",
    sentences: ["payment"],
    load: async () => (await import("../../features/payment/tds-page.tsx")).TdsPage,
  }),
  page("account", {
    title: msg`Account Registration`,
    access: "info",
    sentences: ["sign-up"],
    load: accountShell,
  }),
  ...within(frame({ sentences: ["sign-up"], load: accountShell }), wizardPages),
  page("authorize", {
    title: msg`Login for an application`,
    access: "public",
    sentences: ["authorize", "app/scopes"],
    load: async () => (await import("../../features/authorize/authorize-page.tsx")).AuthorizePage,
  }),
  page("gmoidCallback", {
    title: msg`Login with external ID`,
    access: "public",
    sentences: ["external-id"],
    load: async () =>
      (await import("../../features/external-id/gmoid-callback-page.tsx")).GmoidCallbackPage,
  }),
  page("changeEmailVerify", {
    title: msg`Email Address Authentication`,
    access: "login",
    sentences: ["change-email", "app/step-up"],
    load: async () =>
      (await import("../../features/change-email/verify-page.tsx")).ChangeEmailVerifyPage,
  }),
  page("changeEmailComplete", {
    title: msg`Email Address Authentication`,
    access: "login",
    sentences: ["change-email"],
    load: async () =>
      (await import("../../features/change-email/complete-page.tsx")).ChangeEmailCompletePage,
  }),
  page("changeEmailUndo", {
    title: msg`Undo the change of email address`,
    access: "ignore-auth",
    sentences: ["change-email"],
    load: async () =>
      (await import("../../features/change-email/undo-page.tsx")).ChangeEmailUndoPage,
  }),
  page("notation", {
    title: msg`Legal notice`,
    access: "public",
    legal: true,
    sentences: ["legal"],
    load: async () => (await import("../../features/legal/notation-page.tsx")).NotationPage,
  }),
  page("terms", {
    title: msg`Terms of service`,
    access: "public",
    legal: true,
    sentences: ["legal"],
    load: async () => (await import("../../features/legal/terms-page.tsx")).TermsPage,
  }),
  page("pageNotFound", {
    title: msg`Page not found`,
    access: "ignore-auth",
    sentences: ["errors"],
    load: async () =>
      (await import("../../features/errors/page-not-found-page.tsx")).PageNotFoundPage,
  }),
  page("accessDenied", {
    title: msg`Access denied`,
    access: "ignore-auth",
    footerHidden: true,
    sentences: ["errors"],
    load: async () =>
      (await import("../../features/errors/access-denied-page.tsx")).AccessDeniedPage,
  }),
];

const privatePages: readonly Route[] = [
  page("security", {
    title: msg`My Page`,
    access: "login",
    sentences: ["my-page"],
    load: async () => (await import("../../features/my-page/my-page.tsx")).MyPage,
  }),
  page("karte", {
    path: `${pagePaths.karte}/*`,
    title: msg`Management application`,
    access: "login",
    sentences: ["karte-frame"],
    load: async () => (await import("../../features/karte-frame/karte-page.tsx")).KartePage,
  }),
];

const privateFrame = frame({
  sentences: ["app/private"],
  ask: askForProfile,
  load: async () => (await import("../private/private-layout.tsx")).PrivateLayout,
});

/** Every route of SPEC 2. */
export const routes: readonly Route[] = [
  { path: pagePaths.root, redirect: () => pagePaths.login, parts: [] },
  ...within(async () => PublicLayout, publicPages),
  ...within(privateFrame, privatePages),
  { path: "*", redirect: () => pagePaths.pageNotFound, parts: [] },
];

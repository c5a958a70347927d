import { msg } from "@lingui/core/macro";
import type { Part } from "@sekimori/kit-web/routing/route";
import { notationDescription, termsDescription } from "../../features/legal/page-descriptions.ts";
import { resetPasswordDescription } from "../../features/reset-password/page-descriptions.ts";
import { loginDescription } from "../../features/sign-in/page-descriptions.ts";
import {
  registerDescription,
  registerSecurity24Description,
} from "../../features/sign-up/page-descriptions.ts";
import { verifyInvoiceDescription } from "../../features/verify-invoice/page-descriptions.ts";
import { askForProfile } from "../early-profile.ts";
import { session } from "../session/current.ts";
import { PublicLayout } from "../shell/public-layout.tsx";
import { createPageGuard } from "./guard-page.ts";
import { frame, page } from "./page.ts";
import { routeTable } from "./route-table.ts";

const behindLogin = async () => (await import("./member-pages.ts")).memberPages;
const byLink = async () => (await import("./linked-pages.ts")).linkedPages;
const inSignUp = async () => (await import("./sign-up-pages.ts")).signUpPages;

const inPublic: readonly Part[] = [async () => PublicLayout];

const inWizard: readonly Part[] = [
  ...inPublic,
  frame({
    sentences: ["sign-up", "app/payment-errors", "app/sign-up-steps"],
    load: async () => (await inSignUp()).shell(),
  }),
];

const inPrivate: readonly Part[] = [
  frame({
    sentences: ["app/private", "app/payment-errors"],
    ask: askForProfile,
    load: async () => (await behindLogin()).layout(),
  }),
];

/** Every page of specification 2 behind its guard. */
export const routes = routeTable(createPageGuard(session), {
  login: page(inPublic, {
    title: msg`Login`,
    description: loginDescription,
    needsSite: true,
    bare: true,
    sentences: ["sign-in"],
    load: async () => (await import("../../features/sign-in/login-page.tsx")).LoginPage,
  }),
  otp: page(inPublic, {
    title: msg`One-Time Password Verification`,
    sentences: ["sign-in", "app/second-factor"],
    load: async () => (await import("../../features/sign-in/otp-page.tsx")).OtpPage,
  }),
  wantedFactor: page(inPublic, {
    title: msg`Login`,
    sentences: ["single-sign-on", "app/second-factor"],
    load: async () =>
      (await import("../../features/single-sign-on/wanted-factor-page.tsx")).WantedFactorPage,
  }),
  resetPassword: page(inPublic, {
    title: msg`Reset Password`,
    description: resetPasswordDescription,
    sentences: ["reset-password"],
    load: async () =>
      (await import("../../features/reset-password/reset-password-page.tsx")).ResetPasswordPage,
  }),
  changePassword: page(inPublic, {
    title: msg`Change Password`,
    sentences: ["reset-password", "app/new-password", "app/second-factor"],
    load: async () =>
      (await import("../../features/reset-password/change-password-page.tsx")).ChangePasswordPage,
  }),
  stopRecovery: page(inPublic, {
    title: msg`Stop account recovery`,
    sentences: ["recovery"],
    load: async () => (await byLink()).stopRecovery(),
  }),
  finishRecovery: page(inPublic, {
    title: msg`Choose a new password`,
    sentences: ["recovery", "app/new-password"],
    load: async () => (await byLink()).finishRecovery(),
  }),
  register: page(inPublic, {
    title: msg`Account Registration`,
    description: registerDescription,
    needsSite: true,
    sentences: ["sign-up"],
    load: async () => (await import("../../features/sign-up/register-page.tsx")).RegisterPage,
  }),
  registerSecurity24: page(inPublic, {
    title: msg`Security 24 free trial`,
    description: registerSecurity24Description,
    needsSite: true,
    sentences: ["sign-up"],
    load: async () =>
      (await import("../../features/sign-up/register-page.tsx")).RegisterSecurity24Page,
  }),
  tds: page(inPublic, {
    title: msg`Card verification`,
    sentences: ["payment", "app/card-flow", "app/payment-errors", "app/sign-up-steps"],
    load: async () => (await import("../../features/payment/tds-page.tsx")).TdsPage,
  }),
  account: page(inPublic, {
    title: msg`Account Registration`,
    sentences: ["sign-up", "app/payment-errors", "app/sign-up-steps"],
    load: async () => (await inSignUp()).shell(),
  }),
  authorize: page(inPublic, {
    title: msg`Login to an application`,
    sentences: ["authorize", "app/scopes", "app/step-up", "app/second-factor"],
    load: async () => (await import("../../features/authorize/authorize-page.tsx")).AuthorizePage,
  }),
  gmoidCallback: page(inPublic, {
    title: msg`Login with external ID`,
    sentences: ["external-id"],
    load: async () =>
      (await import("../../features/external-id/gmoid-callback-page.tsx")).GmoidCallbackPage,
  }),
  organisationSignIn: page(inPublic, {
    title: msg`Login`,
    sentences: ["single-sign-on", "app/final-confirmation"],
    load: async () =>
      (await import("../../features/single-sign-on/single-sign-on-page.tsx")).SingleSignOnPage,
  }),
  changeEmailVerify: page(inPublic, {
    title: msg`Email Address Authentication`,
    sentences: ["change-email"],
    load: async () => (await byLink()).changeEmailVerify(),
  }),
  changeEmailComplete: page(inPublic, {
    title: msg`Email Address Authentication`,
    sentences: ["change-email"],
    load: async () => (await byLink()).changeEmailComplete(),
  }),
  changeEmailUndo: page(inPublic, {
    title: msg`Undo your email address change`,
    sentences: ["change-email"],
    load: async () => (await byLink()).changeEmailUndo(),
  }),
  unsubscribe: page(inPublic, {
    title: msg`Monthly summary email`,
    sentences: ["unsubscribe"],
    load: async () => (await byLink()).unsubscribe(),
  }),
  payInvoice: page(inPublic, {
    title: msg`Pay an invoice`,
    sentences: ["pay-invoice", "app/payment-errors"],
    load: async () => (await byLink()).payInvoice(),
  }),
  verifyInvoice: page(inPublic, {
    title: msg`Verify an invoice`,
    description: verifyInvoiceDescription,
    sentences: ["verify-invoice"],
    load: async () => (await byLink()).verifyInvoice(),
  }),
  notation: page(inPublic, {
    title: msg`Legal notice`,
    description: notationDescription,
    sentences: ["legal"],
    load: async () => (await byLink()).notation(),
  }),
  terms: page(inPublic, {
    title: msg`Terms of service`,
    description: termsDescription,
    sentences: ["legal"],
    load: async () => (await byLink()).terms(),
  }),
  pageNotFound: page(inPublic, {
    title: msg`Page not found`,
    sentences: ["errors"],
    load: async () =>
      (await import("../../features/errors/page-not-found-page.tsx")).PageNotFoundPage,
  }),
  accessDenied: page(inPublic, {
    title: msg`Access denied`,
    footerHidden: true,
    sentences: ["errors"],
    load: async () =>
      (await import("../../features/errors/access-denied-page.tsx")).AccessDeniedPage,
  }),
  registerVerification: page(inWizard, {
    title: msg`Registration Code Authentication`,
    sentences: ["sign-up"],
    load: async () => (await inSignUp()).registerVerification(),
  }),
  registerInfo: page(inWizard, {
    title: msg`User Information Registration`,
    sentences: ["sign-up", "app/new-password", "app/registered-details"],
    load: async () => (await inSignUp()).registerInfo(),
  }),
  confirmInfo: page(inWizard, {
    title: msg`User Information Confirmation`,
    sentences: ["sign-up"],
    load: async () => (await inSignUp()).confirmInfo(),
  }),
  paymentInfo: page(inWizard, {
    title: msg`Payment Information`,
    sentences: ["payment", "app/card-flow", "app/payment-dates"],
    load: async () => (await inSignUp()).paymentInfo(),
  }),
  agreement: page(inWizard, {
    title: msg`Terms of Service Agreement`,
    sentences: ["sign-up", "app/final-confirmation", "app/payment-dates"],
    load: async () => (await inSignUp()).agreement(),
  }),
  registrationComplete: page(inPublic, {
    title: msg`Registration complete`,
    needsSite: true,
    ask: askForProfile,
    sentences: ["sign-up", "app/payment-dates"],
    load: async () => (await inSignUp()).registrationComplete(),
  }),
  security: page(inPrivate, {
    title: msg`My Page`,
    sentences: ["my-page", "app/unpaid"],
    load: async () => (await behindLogin()).security(),
  }),
  upgrade: page(inPrivate, {
    title: msg`Order the paid plan`,
    sentences: [
      "upgrade",
      "app/final-confirmation",
      "app/card-flow",
      "app/payment-dates",
      "app/step-up",
      "app/second-factor",
      "app/unpaid",
    ],
    load: async () => (await behindLogin()).upgrade(),
  }),
  organisation: page(inPrivate, {
    title: msg({ message: "Organization", context: "page" }),
    sentences: ["organisation"],
    load: async () => (await behindLogin()).organisation(),
  }),
  notices: page(inPrivate, {
    title: msg`Notices`,
    sentences: ["notices"],
    load: async () => (await behindLogin()).notices(),
  }),
  notice: page(inPrivate, {
    title: msg`Notice`,
    sentences: ["notices"],
    load: async () => (await behindLogin()).notice(),
  }),
  karte: page(inPrivate, {
    title: msg`Management application`,
    sentences: ["karte-frame"],
    load: async () => (await behindLogin()).karte(),
  }),
});

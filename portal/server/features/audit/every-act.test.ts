import { randomUUID } from "node:crypto";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { TestClient } from "@sekimori/kit-development/testing";
import {
  recoveryDelayMs,
  trustedBrowserGraceMs,
  trustedBrowserMs,
} from "@sekimori/portal-contract/constants";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import * as accounting from "@sekimori/portal-contract/endpoints/accounting-address";
import * as authenticators from "@sekimori/portal-contract/endpoints/authenticators";
import { removeExpiredCard, replaceCard } from "@sekimori/portal-contract/endpoints/card";
import * as changeOfEmail from "@sekimori/portal-contract/endpoints/change-email";
import { withdrawAccess } from "@sekimori/portal-contract/endpoints/connected-applications";
import * as contract from "@sekimori/portal-contract/endpoints/contract";
import * as dataExport from "@sekimori/portal-contract/endpoints/data-export";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import * as groupRoles from "@sekimori/portal-contract/endpoints/group-roles";
import * as invoice from "@sekimori/portal-contract/endpoints/invoice";
import * as linked from "@sekimori/portal-contract/endpoints/linked-identities";
import * as monthly from "@sekimori/portal-contract/endpoints/monthly-summary";
import { readNotices } from "@sekimori/portal-contract/endpoints/notice";
import { finishInteraction } from "@sekimori/portal-contract/endpoints/openid";
import * as organisations from "@sekimori/portal-contract/endpoints/organisation";
import * as rules from "@sekimori/portal-contract/endpoints/organisation-rules";
import * as otherAccount from "@sekimori/portal-contract/endpoints/other-account";
import * as passkeys from "@sekimori/portal-contract/endpoints/passkeys";
import * as passwords from "@sekimori/portal-contract/endpoints/password";
import {
  changeLanguage,
  changeRegisteredDetails,
  updateMyProfile,
} from "@sekimori/portal-contract/endpoints/profile";
import { changePromotionalMail } from "@sekimori/portal-contract/endpoints/promotional-mail";
import * as provisioning from "@sekimori/portal-contract/endpoints/provisioning";
import * as recovery from "@sekimori/portal-contract/endpoints/recovery";
import * as security from "@sekimori/portal-contract/endpoints/security";
import * as signingIn from "@sekimori/portal-contract/endpoints/sign-in";
import * as signingUp from "@sekimori/portal-contract/endpoints/sign-up";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import * as trusted from "@sekimori/portal-contract/endpoints/trusted-browsers";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import * as wanted from "@sekimori/portal-contract/endpoints/wanted-factor";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { newSamlSigner } from "@sekimori/sandbox/saml-signer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApp, appOf } from "../../testing/authenticator-app.ts";
import { signInBy } from "../../testing/external-visits.ts";
import { newEmail, newMember, signUpTo } from "../../testing/members.ts";
import { codeIn, tokenIn } from "../../testing/memory-mailer.ts";
import {
  newColleague,
  newOrganisation,
  paidCompany,
  ruledOrganisation,
  WrittenRecords,
} from "../../testing/organisations.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import { cardAsShown } from "../../testing/pay-as-shown.ts";
import {
  authorizationRequest,
  follow,
  interactionOf,
  newRelyingParty,
} from "../../testing/relying-party.ts";
import { byMetadata, metadataOf, withSaml, withSamlConnection } from "../../testing/saml.ts";
import {
  agree,
  cards,
  organisation,
  organisationDetails,
  password,
} from "../../testing/sign-up-calls.ts";
import {
  companyProvider,
  discover,
  join,
  joinedMember,
  person,
  signInAt,
  tryConnection,
  withConnection,
  withSingleSignOn,
} from "../../testing/single-sign-on.ts";
import { SoftwarePasskey } from "../../testing/software-authenticator.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { summaryTokens } from "../monthly-summary/summary-tokens.ts";
import { sendRecoveryMails } from "../recovery/recovery-jobs.ts";
import type { AuditAction } from "./audit.ts";

// What each call that changes something leaves in the activity log: all of it, in this order, and
// nothing else.

const records = new WrittenRecords();
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" }, { textRecords: records });
});
afterAll(() => portal.close());

const never = () => {
  throw new Error("no mail");
};
const wrongPassword = "Wrong-Pass1";
const unsentLink = { body: { token: "A".repeat(43) } };
const unsentPayment = { body: { ...unsentLink.body, shown: "nothing" } };
const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

async function member() {
  const browser = portal.browser();
  return { browser, ...(await newMember(portal, browser)) };
}

async function paidMember() {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  const cardToken = await portal.company.token(cards.success);
  await browser.call(signingUp.signUpWithCard, { body: { attempt: randomUUID(), cardToken } });
  await agree(browser);
  return { browser, email };
}

async function inFlow(stop: "verification" | "information" | "confirmation" | "account") {
  const browser = portal.browser();
  return { browser, ...(await signUpTo(portal, browser, stop, { plan: "detailed" })) };
}

/** A sign-in that waits for its one-time password. */
async function pending() {
  const { browser, email } = await member();
  await browser.call(mfaSetting, { body: { enabled: true } });
  const visitor = portal.browser();
  await visitor.call(signingIn.signIn, { body: { email, password } });
  // The first was the sign-up's.
  return { browser: visitor, email, code: () => nthCode(email, 2) };
}

/** The code of the nth mail that has one. */
async function nthCode(email: string, nth: number): Promise<string> {
  const withCode = () =>
    portal.mails.to(email).filter(({ text }) => /^ {4}\d{6}$/m.test(text))[nth - 1];
  await expect.poll(withCode).toBeDefined();
  return codeIn(withCode() ?? never());
}

/** A member with two-factor, who has given both factors. */
async function withSecondFactor() {
  const { browser, email, code } = await pending();
  await browser.call(signingIn.confirmOtp, { body: { code: await code() } });
  return { browser, email };
}

/** A browser that an account trusts, signed in. */
async function trusting() {
  const { browser, email, code } = await pending();
  const body = { code: await code(), trustBrowser: true };
  await browser.call(signingIn.confirmOtp, { body });
  return { browser, email };
}

/** A member with an authenticator app, who has just proved both factors. */
async function withApp() {
  const { browser, email } = await member();
  return { browser, email, ...(await addApp(portal, browser)) };
}

/** The newest link to a page in the mails of an address. */
async function linkIn(email: string, page: string): Promise<string> {
  await portal.jobsDone();
  const mail = portal.mails.to(email).findLast(({ text }) => text.includes(`${page}?`));
  const link = mail?.text.match(/https?:\/\/\S+/g)?.find((url) => url.includes(`${page}?`));
  return new URL(link ?? never()).searchParams.get("token") ?? never();
}

/** A member with an app, whose mailbox has the link of a reset. */
async function resetWithApp() {
  const owner = await withApp();
  const body = { email: owner.email, locale: "en" } as const;
  await portal.browser().call(passwords.forgotPassword, { body });
  return { ...owner, token: await linkIn(owner.email, pagePaths.changePassword) };
}

/** The same, where the delay without a second factor has begun. */
async function recovering() {
  const owner = await resetWithApp();
  await portal.browser().call(recovery.startRecovery, { body: { token: owner.token } });
  return owner;
}

/** The same, where it is over. */
async function recovered() {
  const { email } = await recovering();
  portal.clock.advance(recoveryDelayMs + 1_000);
  await sendRecoveryMails(portal.context);
  return { email, token: await linkIn(email, pagePaths.finishRecovery) };
}

/** A member with a passkey, who has just proved both factors. */
async function withPasskey(passkey = new SoftwarePasskey()) {
  const { browser, email } = await member();
  return { browser, email, ...(await addTestPasskey(browser, passkey)) };
}

const noGroupRoles = { claim: null, mappings: [] };
const anyFactor = { kind: "second-factor", strength: "any" } as const;
const tomorrow = () => tokyoDay(new Date(portal.clock.now().getTime() + dayMs));

/** A sign-in that waits for the factor that its member's organisation wants. */
async function waitsForFactor(): Promise<TestClient> {
  const owner = await ruledOrganisation(portal);
  const { browser, email } = await newColleague(portal, owner.organisation.id);
  await owner.browser.call(rules.setRule, { body: { rule: anyFactor, holdsFrom: tomorrow() } });
  portal.clock.advance(dayMs);
  // The reminder of the rule may be on its way.
  await portal.jobsDone();
  const before = portal.mails.to(email).length;
  await browser.call(signingIn.signIn, { body: { email, password } });
  const code = codeIn(await portal.mails.nth(email, before + 1));
  await browser.call(signingIn.confirmOtp, { body: { code } });
  return browser;
}

/** An organisation with a domain that it has claimed. */
async function withDomain() {
  const { browser } = await newOrganisation(portal);
  serial += 1;
  const body = { domain: `acts-${serial}.co.jp` };
  const { organisation } = await browser.call(organisations.claimDomain, { body });
  const [domain] = organisation?.domains ?? [];
  if (!domain) throw new Error("no domain was claimed");
  return { browser, domain, params: { id: domain.id } };
}

let serial = 0;

/** Asked again for both factors: the password is given, the code is on its way. */
async function askedAgain() {
  const { browser, email } = await withSecondFactor();
  await browser.call(signingIn.reauthenticate, { body: { password } });
  return { browser, code: await nthCode(email, 3) };
}

/** A change of address that waits for its code. */
async function changing() {
  const { browser, email } = await member();
  const next = newEmail();
  await browser.call(changeOfEmail.changeEmail, { body: { email: next, agreed: true } });
  return { browser, email, code: codeIn(await portal.mails.nth(next, 1)) };
}

/** An address of accounting that waits for its code. */
async function naming() {
  const { browser } = await member();
  const email = newEmail();
  await browser.call(accounting.changeAccountingAddress, { body: { email } });
  return { browser, code: codeIn(await portal.mails.nth(email, 1)) };
}

async function putCard(browser: TestClient, number: string = cards.success) {
  const cardToken = await portal.company.token(number);
  return browser.attempt(replaceCard, { body: await cardAsShown(browser, cardToken) });
}

async function openInteraction() {
  const { browser } = await member();
  const party = await newRelyingParty(portal, { name: `Application ${randomUUID()}` });
  const started = await authorizationRequest(party, { scope: "openid email" });
  const params = { uid: interactionOf(await follow(browser, started.url.href)) };
  return { browser, party, params };
}

/**
 * Whether browsers are still trusted after an act. Each act is decided here; what weakens or changes a
 * proof, or says that somebody else is in, ends the trust.
 */
const trustAfter: Readonly<Record<AuditAction, "ends" | "goes on">> = {
  "sign-up.started": "goes on",
  "sign-up.completed": "goes on",
  "sign-in.succeeded": "goes on",
  "sign-in.failed": "goes on",
  "sign-in.otp-failed": "goes on",
  "sign-in.passwords-guessed": "goes on",
  "sign-in.factor-wanted": "goes on",
  "sign-in.network-refused": "goes on",
  "sign-in.password-refused": "goes on",
  "sign-in.external-id-refused": "goes on",
  "sign-in.codes-guessed": "goes on",
  "reauthentication.failed": "goes on",
  "sign-out": "goes on",
  "sign-out.by-provider": "goes on",
  "session.ended": "goes on",
  "password.changed": "ends",
  "password.reset-requested": "goes on",
  "password.reset": "ends",
  "password.reset-failed": "goes on",
  "email.change-requested": "goes on",
  "email.changed": "ends",
  "email.change-undone": "ends",
  "two-factor.enabled": "ends",
  "two-factor.disabled": "ends",
  "authenticator-app.added": "ends",
  "authenticator-app.replaced": "ends",
  "authenticator-app.removed": "ends",
  "passkey.added": "ends",
  "passkey.renamed": "goes on",
  "passkey.removed": "ends",
  "passkey.refused": "goes on",
  "passkey.copied": "goes on",
  "recovery-codes.made": "ends",
  "recovery-code.used": "goes on",
  "trusted-browser.added": "goes on",
  "trusted-browser.removed": "ends",
  "trusted-browser.copied": "ends",
  "recovery.started": "goes on",
  "recovery.stopped": "goes on",
  "recovery.done": "ends",
  "name.changed": "goes on",
  "details.changed": "goes on",
  "language.changed": "goes on",
  "monthly-summary.subscribed": "goes on",
  "monthly-summary.unsubscribed": "goes on",
  "promotional-mail.consented": "goes on",
  "promotional-mail.withdrawn": "goes on",
  "organisation.created": "goes on",
  "organisation.removed": "goes on",
  "application.added": "goes on",
  "application.changed": "goes on",
  "application.secret-changed": "goes on",
  "application.removed": "goes on",
  "application.walked": "goes on",
  "domain.claimed": "goes on",
  "domain.proved": "goes on",
  "domain.unseen": "goes on",
  "domain.lapsed": "goes on",
  "domain.removed": "goes on",
  "rule.set": "goes on",
  "rule.lifted": "goes on",
  "group-roles.set": "goes on",
  "break-glass.named": "goes on",
  "break-glass.used": "goes on",
  "single-sign-on.set-up": "goes on",
  "single-sign-on.secret-changed": "goes on",
  "single-sign-on.tested": "goes on",
  "single-sign-on.switched-on": "goes on",
  "single-sign-on.switched-off": "goes on",
  "single-sign-on.sign-out-changed": "goes on",
  "single-sign-on.domains-set": "goes on",
  "single-sign-on.removed": "goes on",
  "organisation.joined": "ends",
  "organisation.access-ended": "ends",
  "organisation.access-restored": "goes on",
  "provisioning.token-made": "goes on",
  "provisioning.token-ended": "goes on",
  "directory.person-added": "goes on",
  "directory.person-changed": "goes on",
  "directory.person-switched-off": "goes on",
  "directory.person-switched-on": "goes on",
  "directory.person-removed": "goes on",
  "directory.group-changed": "goes on",
  "directory.group-removed": "goes on",
  "accounting-address.requested": "goes on",
  "accounting-address.changed": "goes on",
  "accounting-address.removed": "goes on",
  "card.registered": "goes on",
  "card.replaced": "goes on",
  "card.renewed": "goes on",
  "card.removed": "goes on",
  "terms.agreed": "goes on",
  "contract.started": "goes on",
  "contract.cancelled": "goes on",
  "contract.cancellation-undone": "goes on",
  "contract.withdrawn": "goes on",
  "contract.price-answered": "goes on",
  "external-id.linked": "goes on",
  "external-id.unlinked": "goes on",
  "consent.granted": "goes on",
  "consent.withdrawn": "goes on",
  "activity.reported": "ends",
  "data.export-requested": "goes on",
  "data.exported": "goes on",
  "account.closed": "ends",
};

type Act = () => Promise<unknown>;
type Row = readonly [
  endpoint: string,
  how: string,
  prepare: () => Promise<Act>,
  actions: readonly AuditAction[],
];

const rows: readonly Row[] = [
  [
    "signUp",
    "of a new address",
    async () => () =>
      portal
        .browser()
        .call(signingUp.signUp, { body: { email: newEmail(), plan: "free", locale: "en" } }),
    [],
  ],
  [
    "confirmSignUp",
    "with a wrong code",
    async () => {
      const { browser } = await inFlow("verification");
      return () => browser.attempt(signingUp.confirmSignUp, { body: { code: "000000" } });
    },
    [],
  ],
  [
    "resendConfirmSignUpCode",
    "too soon",
    async () => {
      const { browser } = await inFlow("verification");
      return () => browser.attempt(signingUp.resendConfirmSignUpCode, { body: {} });
    },
    [],
  ],
  [
    "editInformation",
    "",
    async () => {
      const { browser } = await inFlow("information");
      const body = { information: organisation, password };
      return () => browser.call(signingUp.editInformation, { body });
    },
    [],
  ],
  [
    "confirmInformation",
    "which makes the account",
    async () => {
      const { browser } = await inFlow("confirmation");
      return () => browser.call(signingUp.confirmInformation, { body: {} });
    },
    ["sign-up.started"],
  ],
  [
    "signUpWithCard",
    "",
    async () => {
      const { browser } = await inFlow("account");
      const cardToken = await portal.company.token(cards.success);
      const body = { attempt: randomUUID(), cardToken };
      return () => browser.call(signingUp.signUpWithCard, { body });
    },
    ["card.registered"],
  ],
  [
    "signUpWithCard",
    "that is declined",
    async () => {
      const { browser } = await inFlow("account");
      const cardToken = await portal.company.token(cards.declined);
      const body = { attempt: randomUUID(), cardToken };
      return () => browser.attempt(signingUp.signUpWithCard, { body });
    },
    [],
  ],
  [
    "cancelCardAttempt",
    "of a challenge",
    async () => {
      const { browser } = await inFlow("account");
      const cardToken = await portal.company.token(cards.challenge);
      const attempt = randomUUID();
      await browser.call(signingUp.signUpWithCard, { body: { attempt, cardToken } });
      return () => browser.call(signingUp.cancelCardAttempt, { params: { attempt }, body: {} });
    },
    [],
  ],
  [
    "agreeConsent",
    "which completes the sign-up",
    async () => {
      const browser = portal.browser();
      await signUpTo(portal, browser, "account");
      return () => agree(browser);
    },
    ["terms.agreed", "sign-up.completed"],
  ],
  [
    "signIn",
    "",
    async () => {
      const { email } = await member();
      return () => portal.browser().call(signingIn.signIn, { body: { email, password } });
    },
    ["sign-in.succeeded"],
  ],
  [
    "signIn",
    "in a browser that is known",
    async () => {
      const { browser, email } = await member();
      await browser.call(signingIn.signOut, { body: {} });
      return () => browser.call(signingIn.signIn, { body: { email, password } });
    },
    ["sign-in.succeeded"],
  ],
  [
    "signIn",
    "with a wrong password",
    async () => {
      const { email } = await member();
      const body = { email, password: wrongPassword };
      return () => portal.browser().attempt(signingIn.signIn, { body });
    },
    ["sign-in.failed"],
  ],
  [
    "confirmOtp",
    "",
    async () => {
      const { browser, code } = await pending();
      const body = { code: await code() };
      return () => browser.call(signingIn.confirmOtp, { body });
    },
    ["sign-in.succeeded"],
  ],
  [
    "confirmOtp",
    "with a wrong code",
    async () => {
      const { browser, code } = await pending();
      const body = { code: wrong(await code()) };
      return () => browser.attempt(signingIn.confirmOtp, { body });
    },
    ["sign-in.otp-failed"],
  ],
  [
    "resendOtp",
    "too soon",
    async () => {
      const { browser } = await pending();
      return () => browser.attempt(signingIn.resendOtp, { body: {} });
    },
    [],
  ],
  [
    "signOut",
    "",
    async () => {
      const { browser } = await member();
      return () => browser.call(signingIn.signOut, { body: {} });
    },
    ["sign-out"],
  ],
  [
    "signOut",
    "where nobody is signed in",
    async () => () => portal.browser().call(signingIn.signOut, { body: {} }),
    [],
  ],
  [
    "reauthenticate",
    "",
    async () => {
      const { browser } = await member();
      return () => browser.call(signingIn.reauthenticate, { body: { password } });
    },
    [],
  ],
  [
    "reauthenticate",
    "with a wrong password",
    async () => {
      const { browser } = await member();
      const body = { password: wrongPassword };
      return () => browser.attempt(signingIn.reauthenticate, { body });
    },
    ["reauthentication.failed"],
  ],
  [
    "confirmReauthentication",
    "",
    async () => {
      const { browser, code } = await askedAgain();
      return () => browser.call(signingIn.confirmReauthentication, { body: { code } });
    },
    [],
  ],
  [
    "confirmReauthentication",
    "with a wrong code",
    async () => {
      const { browser, code } = await askedAgain();
      const body = { code: wrong(code) };
      return () => browser.attempt(signingIn.confirmReauthentication, { body });
    },
    ["reauthentication.failed"],
  ],
  [
    "resendReauthentication",
    "too soon",
    async () => {
      const { browser } = await askedAgain();
      return () => browser.attempt(signingIn.resendReauthentication, { body: {} });
    },
    [],
  ],
  [
    "forgotPassword",
    "",
    async () => {
      const { email } = await member();
      const body = { email, locale: "en" } as const;
      return () => portal.browser().call(passwords.forgotPassword, { body });
    },
    ["password.reset-requested"],
  ],
  [
    "forgotPasswordSetting",
    "",
    async () => {
      const { email } = await member();
      const browser = portal.browser();
      await browser.call(passwords.forgotPassword, { body: { email, locale: "en" } });
      const code = codeIn(await portal.mails.nth(email, 3));
      const body = { email, code, password: "Yama-no-Ue2" };
      return () => browser.call(passwords.forgotPasswordSetting, { body });
    },
    ["password.reset"],
  ],
  [
    "changePassword",
    "",
    async () => {
      const { browser } = await member();
      const body = { currentPassword: password, newPassword: "Umi-no-Oto4" };
      return () => browser.call(passwords.changePassword, { body });
    },
    ["password.changed"],
  ],
  [
    "changePassword",
    "with a wrong password",
    async () => {
      const { browser } = await member();
      const body = { currentPassword: wrongPassword, newPassword: "Umi-no-Oto4" };
      return () => browser.attempt(passwords.changePassword, { body });
    },
    ["reauthentication.failed"],
  ],
  [
    "changeEmail",
    "",
    async () => {
      const { browser } = await member();
      const body = { email: newEmail(), agreed: true } as const;
      return () => browser.call(changeOfEmail.changeEmail, { body });
    },
    ["email.change-requested"],
  ],
  [
    "resendChangeEmail",
    "too soon",
    async () => {
      const { browser } = await changing();
      return () => browser.attempt(changeOfEmail.resendChangeEmail, { body: {} });
    },
    [],
  ],
  [
    "confirmChangeEmail",
    "",
    async () => {
      const { browser, code } = await changing();
      return () => browser.call(changeOfEmail.confirmChangeEmail, { body: { code } });
    },
    ["email.changed"],
  ],
  [
    "cancelChangeEmail",
    "",
    async () => {
      const { browser } = await changing();
      return () => browser.call(changeOfEmail.cancelChangeEmail, { body: {} });
    },
    [],
  ],
  [
    "undoChangeEmail",
    "",
    async () => {
      const { browser, email, code } = await changing();
      await browser.call(changeOfEmail.confirmChangeEmail, { body: { code } });
      const token = tokenIn(await portal.mails.nth(email, 3));
      return () => portal.browser().call(changeOfEmail.undoChangeEmail, { body: { token } });
    },
    ["email.change-undone"],
  ],
  [
    "mfaSetting",
    "on",
    async () => {
      const { browser } = await member();
      return () => browser.call(mfaSetting, { body: { enabled: true } });
    },
    ["two-factor.enabled"],
  ],
  [
    "mfaSetting",
    "off",
    async () => {
      const { browser } = await withSecondFactor();
      return () => browser.call(mfaSetting, { body: { enabled: false } });
    },
    ["two-factor.disabled"],
  ],
  [
    "mfaSetting",
    "off, with an authenticator app",
    async () => {
      const { browser } = await withApp();
      return () => browser.call(mfaSetting, { body: { enabled: false } });
    },
    ["two-factor.disabled", "authenticator-app.removed"],
  ],
  [
    "beginApp",
    "",
    async () => {
      const { browser } = await member();
      return () => browser.call(authenticators.beginApp, { body: {} });
    },
    [],
  ],
  [
    "confirmApp",
    "of the first app",
    async () => {
      const { browser } = await member();
      const { uri } = await browser.call(authenticators.beginApp, { body: {} });
      const body = { code: appOf(portal, uri).code() };
      return () => browser.call(authenticators.confirmApp, { body });
    },
    ["authenticator-app.added"],
  ],
  [
    "confirmApp",
    "of an app in the place of another",
    async () => {
      const { browser } = await withApp();
      const { uri } = await browser.call(authenticators.beginApp, { body: {} });
      const body = { code: appOf(portal, uri).code() };
      return () => browser.call(authenticators.confirmApp, { body });
    },
    ["authenticator-app.replaced"],
  ],
  [
    "removeApp",
    "",
    async () => {
      const { browser } = await withApp();
      return () => browser.call(authenticators.removeApp, {});
    },
    ["authenticator-app.removed"],
  ],
  [
    "renewRecoveryCodes",
    "",
    async () => {
      const { browser } = await withApp();
      return () => browser.call(authenticators.renewRecoveryCodes, { body: {} });
    },
    ["recovery-codes.made"],
  ],
  [
    "proveSecondFactor",
    "with a recovery code",
    async () => {
      const { email, recoveryCodes } = await withApp();
      const browser = portal.browser();
      await browser.call(signingIn.signIn, { body: { email, password } });
      const body = { way: "recovery-code", code: recoveryCodes[0] ?? "" } as const;
      return () => browser.call(signingIn.proveSecondFactor, { body });
    },
    ["recovery-code.used", "sign-in.succeeded"],
  ],
  [
    "proveSecondFactor",
    "with a wrong code",
    async () => {
      const { email, app } = await withApp();
      const browser = portal.browser();
      await browser.call(signingIn.signIn, { body: { email, password } });
      const body = { way: "app", code: wrong(app.code()) } as const;
      return () => browser.attempt(signingIn.proveSecondFactor, { body });
    },
    ["sign-in.otp-failed"],
  ],
  [
    "proveAgain",
    "with a wrong code",
    async () => {
      const { browser, app } = await withApp();
      await browser.call(signingIn.reauthenticate, { body: { password } });
      const body = { way: "app", code: wrong(app.code()) } as const;
      return () => browser.attempt(signingIn.proveAgain, { body });
    },
    ["reauthentication.failed"],
  ],
  [
    "beginPasskey",
    "",
    async () => {
      const { browser } = await member();
      return () => browser.call(passkeys.beginPasskey, { body: {} });
    },
    [],
  ],
  [
    "addPasskey",
    "",
    async () => {
      const { browser } = await member();
      const options = await browser.call(passkeys.beginPasskey, { body: {} });
      const body = new SoftwarePasskey().create(options);
      return () => browser.call(passkeys.addPasskey, { body });
    },
    ["passkey.added"],
  ],
  [
    "renamePasskey",
    "",
    async () => {
      const { browser, id } = await withPasskey();
      return () => browser.call(passkeys.renamePasskey, { params: { id }, body: { name: "mine" } });
    },
    ["passkey.renamed"],
  ],
  [
    "removePasskey",
    "",
    async () => {
      const { browser, id } = await withPasskey();
      return () => browser.call(passkeys.removePasskey, { params: { id } });
    },
    ["passkey.removed"],
  ],
  [
    "mfaSetting",
    "off, with a passkey",
    async () => {
      const { browser } = await withPasskey();
      return () => browser.call(mfaSetting, { body: { enabled: false } });
    },
    ["two-factor.disabled", "passkey.removed"],
  ],
  [
    "beginPasskeySignIn",
    "",
    async () => {
      const browser = portal.browser();
      return () => browser.call(passkeys.beginPasskeySignIn, { body: { purpose: "sign-in" } });
    },
    [],
  ],
  [
    "signInByPasskey",
    "",
    async () => {
      const { passkey } = await withPasskey();
      const browser = portal.browser();
      return () => tryPasskey(browser, passkey);
    },
    ["sign-in.succeeded"],
  ],
  [
    "signInByPasskey",
    "refused",
    async () => {
      const { passkey } = await withPasskey();
      const browser = portal.browser();
      return () => tryPasskey(browser, passkey, { foreignKey: true });
    },
    ["passkey.refused"],
  ],
  [
    "signInByPasskey",
    "with a copy",
    async () => {
      const { passkey } = await withPasskey(new SoftwarePasskey({ counts: true }));
      const browser = portal.browser();
      return () => tryPasskey(browser, passkey, { counter: 0 });
    },
    ["passkey.copied"],
  ],
  [
    "beginSecondFactorPasskey",
    "",
    async () => {
      const { email } = await withPasskey();
      const browser = portal.browser();
      await browser.call(signingIn.signIn, { body: { email, password } });
      return () => browser.call(passkeys.beginSecondFactorPasskey, { body: {} });
    },
    [],
  ],
  [
    "beginPasskeyAgain",
    "",
    async () => {
      const { browser } = await withPasskey();
      return () => browser.call(passkeys.beginPasskeyAgain, { body: {} });
    },
    [],
  ],
  [
    "provePasskeyAgain",
    "refused",
    async () => {
      const { browser, passkey } = await withPasskey();
      const options = await browser.call(passkeys.beginPasskeyAgain, { body: {} });
      const body = passkey.get(options, { isVerified: false });
      return () => browser.attempt(passkeys.provePasskeyAgain, { body });
    },
    ["passkey.refused"],
  ],
  [
    "updateMyProfile",
    "",
    async () => {
      const { browser } = await member();
      const body = { first_name: "桜", last_name: "山本" };
      return () => browser.call(updateMyProfile, { body });
    },
    ["name.changed"],
  ],
  [
    "changeRegisteredDetails",
    "",
    async () => {
      const { browser } = await member();
      return () =>
        browser.call(changeRegisteredDetails, { body: { details: organisationDetails } });
    },
    ["details.changed"],
  ],
  [
    "changeLanguage",
    "",
    async () => {
      const { browser } = await member();
      return () => browser.call(changeLanguage, { body: { language_code: "ja" } });
    },
    ["language.changed"],
  ],
  [
    "changeMonthlySummary",
    "off",
    async () => {
      const { browser } = await member();
      return () => browser.call(monthly.changeMonthlySummary, { body: { enabled: false } });
    },
    ["monthly-summary.unsubscribed"],
  ],
  [
    "changeMonthlySummary",
    "on, as it is already",
    async () => {
      const { browser } = await member();
      return () => browser.call(monthly.changeMonthlySummary, { body: { enabled: true } });
    },
    [],
  ],
  [
    "changePromotionalMail",
    "on and off again",
    async () => {
      const { browser } = await member();
      const put = (consented: boolean) =>
        browser.call(changePromotionalMail, { body: { consented } });
      return async () => {
        await put(true);
        await put(false);
      };
    },
    ["promotional-mail.consented", "promotional-mail.withdrawn"],
  ],
  [
    "changePromotionalMail",
    "off, as it is already",
    async () => {
      const { browser } = await member();
      return () => browser.call(changePromotionalMail, { body: { consented: false } });
    },
    [],
  ],
  [
    "changeSubscription",
    "off and on again",
    async () => {
      const { email } = await member();
      const { rows } = await portal.database.pool.query<{ id: string }>(
        "select id from portal.account where email_digest = $1",
        [portal.context.digests.email(email)],
      );
      const token = summaryTokens(portal.context.digests).make(rows[0]?.id ?? "");
      const put = (enabled: boolean) =>
        portal.browser().call(monthly.changeSubscription, { body: { token, enabled } });
      return async () => {
        await put(false);
        await put(true);
      };
    },
    ["monthly-summary.unsubscribed", "monthly-summary.subscribed"],
  ],
  [
    "replaceCard",
    "",
    async () => {
      const { browser } = await paidMember();
      return () => putCard(browser, "5555550000001000");
    },
    ["card.replaced"],
  ],
  [
    "removeExpiredCard",
    "",
    async () => {
      const { browser } = await member();
      await putCard(browser);
      await portal.database.db.updateTable("portal.card").set({ expiry_year: 2020 }).execute();
      return () => browser.call(removeExpiredCard, {});
    },
    ["card.removed"],
  ],
  [
    "endSession",
    "",
    async () => {
      const { browser, email } = await member();
      await portal.browser().call(signingIn.signIn, { body: { email, password } });
      const { sessions } = await browser.call(security.listSessions, {});
      const other = sessions.find(({ current }) => !current)?.id ?? "";
      return () => browser.call(security.endSession, { params: { id: other } });
    },
    ["session.ended"],
  ],
  [
    "startRecovery",
    "",
    async () => {
      const { token } = await resetWithApp();
      return () => portal.browser().call(recovery.startRecovery, { body: { token } });
    },
    ["recovery.started"],
  ],
  [
    "stopRecovery",
    "twice",
    async () => {
      const { email } = await recovering();
      const body = { token: await linkIn(email, pagePaths.stopRecovery) };
      return async () => {
        await portal.browser().call(recovery.stopRecovery, { body });
        await portal.browser().call(recovery.stopRecovery, { body });
      };
    },
    ["recovery.stopped"],
  ],
  [
    "stopOwnRecovery",
    "",
    async () => {
      const { browser } = await recovering();
      return () => browser.call(recovery.stopOwnRecovery, {});
    },
    ["recovery.stopped"],
  ],
  [
    "proveAgain",
    "while somebody gets back in by the mailbox",
    async () => {
      const { browser, recoveryCodes } = await recovering();
      await browser.call(signingIn.reauthenticate, { body: { password } });
      const body = { way: "recovery-code", code: recoveryCodes[0] ?? "" } as const;
      return () => browser.call(signingIn.proveAgain, { body });
    },
    ["recovery-code.used", "recovery.stopped"],
  ],
  [
    "lookAtRecovery",
    "",
    async () => {
      const { token } = await recovered();
      return () => portal.browser().call(recovery.lookAtRecovery, { body: { token } });
    },
    [],
  ],
  [
    "finishRecovery",
    "",
    async () => {
      const { token } = await recovered();
      const body = { token, password: "Yama-no-Ue2" };
      return () => portal.browser().call(recovery.finishRecovery, { body });
    },
    ["recovery.done", "authenticator-app.removed"],
  ],
  [
    "removeTrustedBrowser",
    "",
    async () => {
      const { browser } = await trusting();
      const [{ id = "" } = {}] = (await browser.call(trusted.listTrustedBrowsers, {})).browsers;
      return () => browser.call(trusted.removeTrustedBrowser, { params: { id } });
    },
    ["trusted-browser.removed"],
  ],
  [
    "removeTrustedBrowsers",
    "",
    async () => {
      const { browser } = await trusting();
      return () => browser.call(trusted.removeTrustedBrowsers, {});
    },
    ["trusted-browser.removed"],
  ],
  [
    "confirmOtp",
    "which trusts the browser",
    async () => {
      const { browser, code } = await pending();
      const body = { code: await code(), trustBrowser: true };
      return () => browser.call(signingIn.confirmOtp, { body });
    },
    ["sign-in.succeeded", "trusted-browser.added"],
  ],
  [
    "signIn",
    "in a browser that is trusted",
    async () => {
      const { browser, email } = await trusting();
      return () => browser.call(signingIn.signIn, { body: { email, password } });
    },
    ["sign-in.succeeded"],
  ],
  [
    "signIn",
    "by a copy of a trusted browser",
    async () => {
      const { browser, email } = await trusting();
      const copy = portal.browser();
      const own = [...browser.cookies].filter(([name]) => name.startsWith("sekimori_trust_"));
      for (const [name, value] of own) copy.cookies.set(name, value);
      await browser.call(signingIn.signIn, { body: { email, password } });
      portal.clock.advance(trustedBrowserGraceMs + 1);
      return () => copy.call(signingIn.signIn, { body: { email, password } });
    },
    ["trusted-browser.copied"],
  ],
  [
    "endOtherSessions",
    "",
    async () => {
      const { browser, email } = await member();
      await portal.browser().call(signingIn.signIn, { body: { email, password } });
      return () => browser.call(security.endOtherSessions, { body: {} });
    },
    ["session.ended", "trusted-browser.removed"],
  ],
  [
    "reportActivity",
    "",
    async () => {
      const { browser } = await member();
      const { entries } = await browser.call(security.listActivity, { query: {} });
      const body = { id: entries[0]?.id ?? "" };
      return () => browser.call(security.reportActivity, { body });
    },
    ["activity.reported"],
  ],
  [
    "gmoidLink",
    "",
    async () => {
      const { email } = await member();
      const browser = portal.browser();
      await signInBy(browser, { make: { email, verified: true } });
      return () => browser.call(gmoidLink, { body: { password } });
    },
    ["external-id.linked", "sign-in.succeeded"],
  ],
  [
    "unlinkIdentity",
    "of the only external ID",
    async () => {
      const { browser, email } = await member();
      const visitor = portal.browser();
      await signInBy(visitor, { make: { email, verified: true } });
      await visitor.call(gmoidLink, { body: { password } });
      const { identities } = await browser.call(linked.listLinkedIdentities, {});
      const params = { id: identities[0]?.id ?? "" };
      return () => browser.call(linked.unlinkIdentity, { params });
    },
    ["external-id.unlinked"],
  ],
  [
    "finishInteraction",
    "that allows",
    async () => {
      const { browser, params } = await openInteraction();
      return () => browser.call(finishInteraction, { params, body: { decision: "allow" } });
    },
    ["consent.granted"],
  ],
  [
    "finishInteraction",
    "that denies",
    async () => {
      const { browser, params } = await openInteraction();
      return () => browser.call(finishInteraction, { params, body: { decision: "deny" } });
    },
    [],
  ],
  [
    "withdrawAccess",
    "",
    async () => {
      const { browser, params, party } = await openInteraction();
      await browser.call(finishInteraction, { params, body: { decision: "allow" } });
      return () => browser.call(withdrawAccess, { body: { client: party.clientId } });
    },
    ["consent.withdrawn"],
  ],
  [
    "upgrade",
    "",
    async () => {
      const { browser } = await member();
      await putCard(browser);
      const { confirmation, shown } = await browser.call(contract.getUpgrade, {});
      const { documents } = confirmation;
      const body = { documents, shown, agreed: true, locale: "en" } as const;
      return () => browser.call(contract.upgrade, { body });
    },
    ["terms.agreed", "contract.started"],
  ],
  [
    "cancelContract",
    "",
    async () => {
      const { browser } = await paidMember();
      return () => browser.call(contract.cancelContract, { body: {} });
    },
    ["contract.cancelled"],
  ],
  [
    "undoCancellation",
    "",
    async () => {
      const { browser } = await paidMember();
      await browser.call(contract.cancelContract, { body: {} });
      return () => browser.call(contract.undoCancellation, { body: {} });
    },
    ["contract.cancellation-undone"],
  ],
  [
    "withdrawAccount",
    "",
    async () => {
      const { browser } = await member();
      return () => browser.call(contract.withdrawAccount, { body: {} });
    },
    ["contract.withdrawn"],
  ],
  [
    "answerPrice",
    "",
    async () => {
      const { browser } = await paidMember();
      const effectiveOn = "2099-02-01";
      const price = { plan: "detailed", monthly_price: 13_200, tax_percent: 10 } as const;
      await portal.database.db
        .insertInto("portal.plan_price")
        .values({ ...price, effective_on: effectiveOn, announced_at: portal.clock.now() })
        .execute();
      const body = { effectiveOn, monthlyPrice: 13_200, accepted: true, locale: "en" } as const;
      return () => browser.call(contract.answerPrice, { body });
    },
    ["contract.price-answered"],
  ],
  [
    "readNotices",
    "",
    async () => {
      const { browser } = await member();
      const body = { upTo: portal.clock.now().toISOString() };
      return () => browser.call(readNotices, { body });
    },
    [],
  ],
  // What is paid stands in the books and with its invoice (docs/decisions/027), not in the log.
  [
    "showPayLink",
    "with a link that nobody was sent",
    async () => () => portal.browser().attempt(invoice.showPayLink, unsentLink),
    [],
  ],
  [
    "payInvoice",
    "with a link that nobody was sent",
    async () => () => portal.browser().attempt(invoice.payInvoice, unsentPayment),
    [],
  ],
  [
    "requestDataExport",
    "",
    async () => {
      const { browser } = await member();
      return () => browser.call(dataExport.requestDataExport, { body: {} });
    },
    ["data.export-requested"],
  ],
  [
    "fetchDataExport",
    "",
    async () => {
      const { browser } = await member();
      await browser.call(dataExport.requestDataExport, { body: {} });
      await expect
        .poll(async () => (await browser.call(dataExport.showDataExport, {})).state)
        .toBe("ready");
      const body = { format: "html", locale: "ja" } as const;
      return () => browser.call(dataExport.fetchDataExport, { body });
    },
    ["data.exported"],
  ],
  [
    "payUnpaid",
    "without a card",
    async () => {
      const { browser } = await member();
      return () => browser.attempt(invoice.payUnpaid, { body: { shown: "nothing" } });
    },
    [],
  ],
  [
    "createOrganisation",
    "",
    async () => {
      const { browser } = await paidCompany(portal);
      return () => browser.call(organisations.createOrganisation, { body: {} });
    },
    ["organisation.created"],
  ],
  [
    "removeOrganisation",
    "",
    async () => {
      const { browser } = await newOrganisation(portal);
      return () => browser.call(organisations.removeOrganisation, {});
    },
    ["organisation.removed"],
  ],
  [
    "claimDomain",
    "",
    async () => {
      const { browser } = await newOrganisation(portal);
      const body = { domain: "acts.co.jp" };
      return () => browser.call(organisations.claimDomain, { body });
    },
    ["domain.claimed"],
  ],
  [
    "checkDomain",
    "whose record is there",
    async () => {
      const { browser, domain, params } = await withDomain();
      records.publish(domain.record);
      return () => browser.call(organisations.checkDomain, { params, body: {} });
    },
    ["domain.proved"],
  ],
  [
    "checkDomain",
    "whose record is not there",
    async () => {
      const { browser, params } = await withDomain();
      return () => browser.call(organisations.checkDomain, { params, body: {} });
    },
    [],
  ],
  [
    "removeDomain",
    "",
    async () => {
      const { browser, params } = await withDomain();
      return () => browser.call(organisations.removeDomain, { params });
    },
    ["domain.removed"],
  ],
  [
    "nameBreakGlass",
    "",
    async () => {
      const { browser } = await newOrganisation(portal);
      await addTestPasskey(browser);
      return () => browser.call(rules.nameBreakGlass, { body: {} });
    },
    ["break-glass.named"],
  ],
  [
    "setRule",
    "",
    async () => {
      const { browser } = await ruledOrganisation(portal);
      const body = { rule: anyFactor, holdsFrom: tomorrow() };
      return () => browser.call(rules.setRule, { body });
    },
    ["rule.set"],
  ],
  [
    "liftRule",
    "",
    async () => {
      const { browser } = await ruledOrganisation(portal);
      await browser.call(rules.setRule, { body: { rule: anyFactor, holdsFrom: tomorrow() } });
      const params = { kind: "second-factor" } as const;
      return () => browser.call(rules.liftRule, { params });
    },
    ["rule.lifted"],
  ],
  [
    "setGroupRoles",
    "",
    async () => {
      const { browser } = await newOrganisation(portal);
      return () => browser.call(groupRoles.setGroupRoles, { body: noGroupRoles });
    },
    ["group-roles.set"],
  ],
  [
    "previewGroupRoles",
    "",
    async () => {
      const { browser } = await newOrganisation(portal);
      return () => browser.call(groupRoles.previewGroupRoles, { body: noGroupRoles });
    },
    [],
  ],
  [
    "previewRule",
    "",
    async () => {
      const { browser } = await ruledOrganisation(portal);
      return () => browser.call(rules.previewRule, { body: { rule: anyFactor } });
    },
    [],
  ],
  [
    "beginWantedApp",
    "",
    async () => {
      const browser = await waitsForFactor();
      return () => browser.call(wanted.beginWantedApp, { body: {} });
    },
    [],
  ],
  [
    "beginWantedPasskey",
    "",
    async () => {
      const browser = await waitsForFactor();
      return () => browser.call(wanted.beginWantedPasskey, { body: {} });
    },
    [],
  ],
  [
    "confirmWantedApp",
    "",
    async () => {
      const browser = await waitsForFactor();
      const { uri } = await browser.call(wanted.beginWantedApp, { body: {} });
      const body = { code: appOf(portal, uri).code() };
      return () => browser.call(wanted.confirmWantedApp, { body });
    },
    ["authenticator-app.added", "sign-in.succeeded"],
  ],
  [
    "addWantedPasskey",
    "",
    async () => {
      const browser = await waitsForFactor();
      const options = await browser.call(wanted.beginWantedPasskey, { body: {} });
      const body = new SoftwarePasskey().create(options);
      return () => browser.call(wanted.addWantedPasskey, { body });
    },
    ["passkey.added", "sign-in.succeeded"],
  ],
  [
    "setUpConnection",
    "",
    async () => {
      const { browser } = await newOrganisation(portal);
      return () => browser.call(sso.setUpConnection, { body: companyProvider(portal) });
    },
    ["single-sign-on.set-up"],
  ],
  [
    "prepareSaml",
    "",
    async () => {
      const { browser } = await newOrganisation(portal);
      return () => browser.call(sso.prepareSaml, { body: {} });
    },
    [],
  ],
  [
    "setUpSamlConnection",
    "",
    async () => {
      const { browser } = await newOrganisation(portal);
      const metadata = metadataOf("https://idp.example", [await newSamlSigner()]);
      return () => browser.call(sso.setUpSamlConnection, { body: byMetadata(metadata) });
    },
    ["single-sign-on.set-up"],
  ],
  [
    "changeConnectionCertificates",
    "",
    async () => {
      const { browser } = await withSamlConnection(portal, records);
      const { certificate: certificates } = await newSamlSigner();
      return () => browser.call(sso.changeConnectionCertificates, { body: { certificates } });
    },
    ["single-sign-on.secret-changed"],
  ],
  [
    "changeConnectionSecret",
    "",
    async () => {
      const { browser } = await withConnection(portal, records);
      const body = { clientSecret: "another" };
      return () => browser.call(sso.changeConnectionSecret, { body });
    },
    ["single-sign-on.secret-changed"],
  ],
  [
    "testConnection",
    "begun",
    async () => {
      const { browser } = await withConnection(portal, records);
      return () => browser.call(sso.testConnection, { body: {} });
    },
    [],
  ],
  [
    "completeSingleSignOn",
    "of a test",
    async () => {
      const company = await withConnection(portal, records);
      return () => tryConnection(company.browser, company);
    },
    ["single-sign-on.tested"],
  ],
  [
    "completeSingleSignOn",
    "of a linked colleague",
    async () => {
      const company = await withSingleSignOn(portal, records);
      const { browser, identity } = await joinedMember(portal, company);
      return () => signInAt(browser, company, identity);
    },
    ["sign-in.succeeded"],
  ],
  [
    "switchConnection",
    "on",
    async () => {
      const company = await withConnection(portal, records);
      await tryConnection(company.browser, company);
      return () => company.browser.call(sso.switchConnection, { body: { on: true } });
    },
    ["single-sign-on.switched-on"],
  ],
  [
    "switchConnection",
    "off",
    async () => {
      const { browser } = await withSingleSignOn(portal, records);
      return () => browser.call(sso.switchConnection, { body: { on: false } });
    },
    ["single-sign-on.switched-off"],
  ],
  [
    "switchConnection",
    "as it is",
    async () => {
      const { browser } = await withSingleSignOn(portal, records);
      return () => browser.call(sso.switchConnection, { body: { on: true } });
    },
    [],
  ],
  [
    "changeConnectionSignOut",
    "",
    async () => {
      const { browser } = await withConnection(portal, records);
      const body = { signOut: "offered" as const, sloUrl: "" };
      return () => browser.call(sso.changeConnectionSignOut, { body });
    },
    ["single-sign-on.sign-out-changed"],
  ],
  [
    "setConnectionDomains",
    "",
    async () => {
      const { browser } = await withConnection(portal, records);
      const { connection } = await browser.call(sso.showConnection, { query: {} });
      const body = { connection: connection?.id ?? "", domains: [] };
      return () => browser.call(sso.setConnectionDomains, { body });
    },
    ["single-sign-on.domains-set"],
  ],
  [
    "removeConnection",
    "",
    async () => {
      const { browser } = await withConnection(portal, records);
      const page = await browser.call(sso.showConnection, { query: {} });
      const query = { connection: page.connection?.id ?? "" };
      return () => browser.call(sso.removeConnection, { query });
    },
    ["single-sign-on.removed"],
  ],
  [
    "beginSingleSignOn",
    "",
    async () => {
      const { domain } = await withSingleSignOn(portal, records);
      return () => discover(portal.browser(), `someone@${domain}`);
    },
    [],
  ],
  [
    "beginProviderSignIn",
    "",
    async () => {
      const { organisation } = await withSaml(portal, records, { allowsProviderStart: true });
      const params = { organisation: organisation.id };
      const call = { params, body: { locale: "ja" } } as const;
      return () => portal.browser().call(sso.beginProviderSignIn, call);
    },
    [],
  ],
  [
    "joinOrganisation",
    "by somebody new",
    async () => {
      const company = await withSingleSignOn(portal, records);
      const browser = portal.browser();
      await signInAt(browser, company, person(`acts@${company.domain}`));
      return () => join(browser);
    },
    ["terms.agreed", "sign-up.completed", "organisation.joined"],
  ],
  [
    "joinOrganisation",
    "by somebody new, where another is signed in",
    async () => {
      const company = await withSingleSignOn(portal, records);
      const { browser } = await member();
      await signInAt(browser, company, person(`acts@${company.domain}`));
      return () => join(browser);
    },
    ["terms.agreed", "sign-up.completed", "organisation.joined", "sign-out"],
  ],
  [
    "linkToOrganisation",
    "by somebody who has an account",
    async () => {
      const company = await withSingleSignOn(portal, records);
      const email = `acts@${company.domain}`;
      const browser = portal.browser();
      await newMember(portal, browser, { email });
      await signInAt(browser, company, person(email));
      return () => browser.call(sso.linkToOrganisation, { body: {} });
    },
    ["organisation.joined"],
  ],
  [
    "changeToOtherAccount",
    "by somebody whom a link led to a provider and back",
    async () => {
      const company = await withSingleSignOn(portal, records);
      const { identity } = await joinedMember(portal, company);
      const { browser } = await member();
      await signInAt(browser, company, identity);
      return () => browser.call(otherAccount.changeToOtherAccount, { body: {} });
    },
    // The former session ends once the other sign-in has not been refused.
    ["sign-in.succeeded", "sign-out"],
  ],
  [
    "keepPresentAccount",
    "",
    async () => () => portal.browser().call(otherAccount.keepPresentAccount, { body: {} }),
    [],
  ],
  [
    "declineJoining",
    "",
    async () => {
      const company = await withSingleSignOn(portal, records);
      const browser = portal.browser();
      await signInAt(browser, company, person(`acts@${company.domain}`));
      return () => browser.call(sso.declineJoining, { body: {} });
    },
    [],
  ],
  [
    "changeAccountingAddress",
    "of a member",
    async () => {
      const { browser } = await member();
      const body = { email: newEmail() };
      return () => browser.call(accounting.changeAccountingAddress, { body });
    },
    ["accounting-address.requested"],
  ],
  [
    "confirmAccountingAddress",
    "with its code",
    async () => {
      const { browser, code } = await naming();
      return () => browser.call(accounting.confirmAccountingAddress, { body: { code } });
    },
    ["accounting-address.changed"],
  ],
  [
    "confirmAccountingAddress",
    "with a wrong code",
    async () => {
      const { browser, code } = await naming();
      const body = { code: wrong(code) };
      return () => browser.attempt(accounting.confirmAccountingAddress, { body });
    },
    [],
  ],
  [
    "removeAccountingAddress",
    "that got copies",
    async () => {
      const { browser, code } = await naming();
      await browser.call(accounting.confirmAccountingAddress, { body: { code } });
      return () => browser.call(accounting.removeAccountingAddress, { body: {} });
    },
    ["accounting-address.removed"],
  ],
  [
    "removeAccountingAddress",
    "of whom none was named",
    async () => {
      const { browser } = await member();
      return () => browser.call(accounting.removeAccountingAddress, { body: {} });
    },
    [],
  ],
  [
    "lookAtReset",
    "with a link that nobody was sent",
    async () => () => portal.browser().attempt(passwords.lookAtReset, unsentLink),
    [],
  ],
  [
    "makeScimToken",
    "for a directory",
    async () => {
      const { browser } = await newOrganisation(portal);
      return () => browser.call(provisioning.makeScimToken, { body: {} });
    },
    ["provisioning.token-made"],
  ],
  [
    "endScimToken",
    "of a directory",
    async () => {
      const { browser } = await newOrganisation(portal);
      const made = await browser.call(provisioning.makeScimToken, { body: {} });
      const id = made.provisioning.tokens[0]?.id ?? never();
      return () => browser.call(provisioning.endScimToken, { params: { id } });
    },
    ["provisioning.token-ended"],
  ],
  [
    "verifyInvoice",
    "of a number that was never given",
    async () => () =>
      portal.browser().call(invoice.verifyInvoice, {
        body: { number: "SK-00000000", hash: "0".repeat(64) },
      }),
    [],
  ],
];

/** Acts that no call makes: jobs, the operator, counting, and sign-outs at an application. */
const elsewhere: readonly AuditAction[] = [
  "sign-in.passwords-guessed",
  "sign-in.codes-guessed",
  "password.reset-failed",
  // By a notification of the payment company (billing/company-notices.test.ts).
  "card.renewed",
  // By a directory (provisioning/provisioning.test.ts).
  "organisation.access-ended",
  "organisation.access-restored",
  "directory.person-added",
  "directory.person-changed",
  "directory.person-switched-off",
  "directory.person-switched-on",
  "directory.person-removed",
  "directory.group-changed",
  "directory.group-removed",
  // By a logout at an organisation's provider (single-sign-on/back-channel-logout.test.ts, single-logout.test.ts).
  "sign-out.by-provider",
  // By an owner at the integrator's console (cli/processes/integration-owners.test.ts).
  "application.added",
  "application.changed",
  "application.secret-changed",
  "application.removed",
  "application.walked",
  // By a sign-in under an organisation's rule (organisation/rules.test.ts, networks-and-ways.test.ts).
  "sign-in.factor-wanted",
  "sign-in.network-refused",
  "sign-in.password-refused",
  "sign-in.external-id-refused",
  "break-glass.used",
  // By the daily look at the records of domains (organisation/organisation.test.ts).
  "domain.unseen",
  "domain.lapsed",
  "account.closed",
];

async function newestEvent(): Promise<string> {
  const { rows } = await portal.database.pool.query(
    "select coalesce(max(id), 0)::text as id from portal.audit_event",
  );
  return rows[0].id;
}

async function actionsSince(id: string): Promise<string[]> {
  const { rows } = await portal.database.pool.query(
    "select action from portal.audit_event where id > $1 order by id",
    [id],
  );
  return rows.map(({ action }) => action);
}

/** Trusts a browser of every account that has none, as if its owner had asked for it. */
async function trustABrowserOfEach(): Promise<void> {
  await portal.database.pool.query(
    `insert into portal.trusted_browser (id, account_id, series_digest, token_digest, rotated_at,
       device, created_at, expires_at)
     select gen_random_uuid(), id, 'planted ' || gen_random_uuid(), '', $1, '', $1, $2
     from portal.account a where not exists (
       select from portal.trusted_browser t where t.account_id = a.id)`,
    [portal.clock.now(), new Date(portal.clock.now().getTime() + trustedBrowserMs)],
  );
}

/** The accounts that trust no browser, with what was done since. */
async function untrusting(since: string): Promise<readonly { readonly acts: string[] }[]> {
  const { rows } = await portal.database.pool.query(
    `select array(select action from portal.audit_event e where e.account_id = a.id and e.id > $1) as acts
     from portal.account a where not exists (
       select from portal.trusted_browser t where t.account_id = a.id)`,
    [since],
  );
  return rows;
}

describe("the activity log", () => {
  test.each(rows)("of %s %s", async (_endpoint, _how, prepare, actions) => {
    const act = await prepare();
    await trustABrowserOfEach();
    const before = await newestEvent();
    await act();
    // Some are written by a job, so that the answer takes the same time for everybody.
    await expect.poll(() => actionsSince(before)).toEqual(actions);
    const expected = actions.some((action) => trustAfter[action] === "ends");
    // An account that the act itself made trusts no browser yet.
    const ended = (await untrusting(before)).filter(
      ({ acts }) => !acts.includes("sign-up.started"),
    );
    expect(
      ended.map(({ acts }) => acts.some((one) => trustAfter[one as AuditAction] === "ends")),
    ).toEqual(expected ? [true] : []);
  });

  test("is asked of every call that changes something", () => {
    const changing = allEndpoints.filter(({ method }) => method !== "GET").map(({ name }) => name);
    const asked = new Set(rows.map(([endpoint]) => endpoint));
    expect(changing.filter((name) => !asked.has(name))).toEqual([]);
  });

  test("has no act that nothing writes", async () => {
    const { auditActions } = security;
    const written = new Set<string>([...rows.flatMap(([, , , actions]) => actions), ...elsewhere]);
    expect(auditActions.filter((action) => !written.has(action))).toEqual([]);
  });
});

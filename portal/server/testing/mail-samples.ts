import type { Locale } from "@sekimori/kit-contract/locale";
import {
  changeEmailCodeLifetimeMs,
  oneTimePasswordLifetimeMs,
  resetCodeLifetimeMs,
  resetLinkLifetimeMs,
  signUpCodeLifetimeMs,
} from "@sekimori/portal-contract/constants";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { documentVersions } from "../features/legal/documents.ts";
import { accountClosedMail } from "../mails/account-closed-mail.ts";
import * as account from "../mails/account-mails.ts";
import * as accounting from "../mails/accounting-mails.ts";
import {
  applicationConfirmationMail,
  mailMoment,
  type ShownApplication,
} from "../mails/application-mail.ts";
import * as authenticators from "../mails/authenticator-mails.ts";
import * as billing from "../mails/billing-mails.ts";
import * as cards from "../mails/card-mails.ts";
import { cardMissingMail } from "../mails/card-missing-mail.ts";
import { certificateEndingMail } from "../mails/certificate-mails.ts";
import * as changeEmail from "../mails/change-email-mails.ts";
import * as contract from "../mails/contract-mails.ts";
import * as contractNotice from "../mails/contract-notice-mails.ts";
import { externalIdLinkedMail, externalIdUnlinkedMail } from "../mails/external-id-mails.ts";
import * as guessing from "../mails/guessing-mails.ts";
import { inquiryMail } from "../mails/inquiry-mail.ts";
import * as leaving from "../mails/leaving-mails.ts";
import { type MailContent, type MailSender, writingTo } from "../mails/mail-layout.ts";
import { monthlySummaryMail, noDomainsYetMail } from "../mails/monthly-summary-mail.ts";
import * as organisations from "../mails/organisation-mails.ts";
import * as passkeys from "../mails/passkey-mails.ts";
import { paymentFailedMail } from "../mails/payment-failed-mail.ts";
import { planSuspendedMail } from "../mails/plan-suspended-mail.ts";
import * as recovery from "../mails/recovery-mails.ts";
import { resetMail } from "../mails/reset-mails.ts";
import * as rules from "../mails/rule-mails.ts";
import { newDeviceMail, oneTimePasswordMail } from "../mails/sign-in-mails.ts";
import { alreadyRegisteredMail, signUpCodeMail } from "../mails/sign-up-mails.ts";
import { confirmationAskedMail } from "../mails/staff-mails.ts";
import * as trust from "../mails/trusted-browser-mails.ts";

const stranger: MailSender = {
  serviceName: "Sekimori",
  providerName: { ja: "関守サンプル株式会社", en: "Sekimori Sample Inc." },
  portalOrigin: "https://portal.example",
  contactUrl: "https://www.sekimori.example/contact",
};

const people = {
  ja: { companyName: "株式会社サンプルセキュリティ", lastName: "山田", firstName: "花子" },
  en: { companyName: "Sample Security Inc.", lastName: "Yamada", firstName: "Hanako" },
} as const;

const memberIn = (locale: Locale, hasPassword: boolean) =>
  writingTo(
    stranger,
    {
      userType: "1",
      corporateNumber: "7000012050002",
      ...people[locale],
      postalCode: "1000001",
      addrState: "13",
      addrCity: "千代田区",
      addrLine1: "千代田1-1",
      addrLine2: "",
    },
    hasPassword,
  );

const shown: ShownApplication = {
  documents: documentVersions,
  trialEndsOn: "2026-12-20",
  hasTrial: true,
  trialUsedBy: null,
  firstChargeOn: "2027-01-01",
  monthlyPrice: 11_000,
  taxPercent: 10,
  announcedPrice: null,
  contactEmail: "contact@sekimori.example",
  contactPhone: "03-0000-0000",
};

const noTrial = { trialEndsOn: null, hasTrial: false, trialUsedBy: "card" } as const;
const nothingCharged = { firstChargeOn: null, monthlyPrice: null };

const invoice = { number: "SK-00000042", period: "2027-01-01", total: 11_000 };
const suspension = { at: new Date("2027-01-15T01:00:00Z"), payBy: "2027-01-14" };
const standing = { plan: "running", suspension } as const;
const card = { brand: "visa", last4: "4242" } as const;
const digits = "214259";
const passkeyName = "Google Password Manager";
const minutes = oneTimePasswordLifetimeMs / 60_000;
const moment = new Date("2026-11-21T00:30:00Z");
const undoToken = "x".repeat(43);
const newAddress = {
  code: digits,
  email: "hanako@new.example",
  minutes: changeEmailCodeLifetimeMs / 60_000,
};
const failedCharge = (number: number, on: string, next: string | null) =>
  ({
    ...invoice,
    failure: "declined",
    attempt: { number, on },
    next:
      next === null
        ? null
        : { at: new Date(`${next}T01:00:00Z`), on: next, isLast: next === "2027-01-15" },
    standing,
    token: undoToken,
  }) as const;
const paid = (lateCharge: number) => ({
  ...invoice,
  last4: "4242",
  paidOn: "2027-01-01",
  lateCharge,
  plan: null,
});
const nothingDue = { owed: [], coming: [] };
const undoneEnd = {
  undone: "cancellation",
  plan: "detailed",
  isSuspended: false,
  next: { on: "2027-01-01", amount: 11_000, lateCharge: 0, taxPercent: 10 },
  toAgreeBefore: null,
  endsOn: null,
} as const;
const begun = (locale: Locale) => ({
  until: mailMoment(new Date("2026-11-29T00:30:00Z"), locale),
  stopToken: undoToken,
  isReminder: false,
  byStaff: false,
});
const url = (path: string) => `${stranger.portalOrigin}${path}`;

type MailSamples = Readonly<Record<string, (locale: Locale) => MailContent>>;

function samplesFor(hasPassword: boolean): MailSamples {
  const to = (locale: Locale) => memberIn(locale, hasPassword);
  return {
    signUpCodeMail: (locale) =>
      signUpCodeMail(stranger, locale, {
        code: digits,
        resumeUrl: url(pageUrl("registerVerification", { token: "x" })),
        minutes: signUpCodeLifetimeMs / 60_000,
      }),
    alreadyRegisteredMail: (locale) =>
      alreadyRegisteredMail(stranger, locale, {
        code: digits,
        signInUrl: url(pagePaths.login),
        resetUrl: hasPassword ? url(pagePaths.resetPassword) : undefined,
      }),
    applicationConfirmationMail: (locale) =>
      applicationConfirmationMail(to(locale), locale, {
        plan: "detailed",
        shown,
        appliedAt: moment,
      }),
    "applicationConfirmationMail-free": (locale) =>
      applicationConfirmationMail(to(locale), locale, {
        plan: "free",
        shown: { ...shown, trialEndsOn: null, hasTrial: false, ...nothingCharged },
        appliedAt: moment,
      }),
    "applicationConfirmationMail-trial": (locale) =>
      applicationConfirmationMail(to(locale), locale, {
        plan: "security24",
        shown: { ...shown, ...nothingCharged },
        appliedAt: moment,
      }),
    "applicationConfirmationMail-no-trial": (locale) =>
      applicationConfirmationMail(to(locale), locale, {
        plan: "detailed",
        shown: { ...shown, ...noTrial },
        appliedAt: moment,
      }),
    oneTimePasswordMail: (locale) =>
      oneTimePasswordMail(to(locale), locale, { code: digits, minutes }),
    newDeviceMail: (locale) =>
      newDeviceMail(to(locale), locale, {
        at: mailMoment(moment, locale),
        device: "Firefox 140, Windows",
        ipAddress: "198.51.100.7",
        securityUrl: url(pagePaths.security),
      }),
    codesGuessedMail: (locale) => guessing.codesGuessedMail(to(locale), locale),
    passwordsGuessedMail: (locale) => guessing.passwordsGuessedMail(to(locale), locale),
    unlockedMail: (locale) => guessing.unlockedMail(to(locale), locale),
    confirmationAskedMail: (locale) =>
      confirmationAskedMail(to(locale), locale, {
        by: "Sato",
        act: "refund",
        until: mailMoment(moment, locale),
        aloneFrom: mailMoment(moment, locale),
      }),
    resetMail: (locale) =>
      resetMail(to(locale), locale, {
        code: digits,
        minutes: resetCodeLifetimeMs / 60_000,
        hours: resetLinkLifetimeMs / 3_600_000,
        resetUrl: url(pagePaths.changePassword),
      }),
    passwordChangedMail: (locale) => account.passwordChangedMail(to(locale), locale),
    nameChangedMail: (locale) => account.nameChangedMail(to(locale), locale),
    detailsChangedMail: (locale) => account.detailsChangedMail(to(locale), locale),
    appAddedMail: (locale) => authenticators.appAddedMail(to(locale), locale),
    appReplacedMail: (locale) => authenticators.appReplacedMail(to(locale), locale),
    appRemovedMail: (locale) => authenticators.appRemovedMail(to(locale), locale, false),
    "appRemovedMail-passkey": (locale) => authenticators.appRemovedMail(to(locale), locale, true),
    passkeyAddedMail: (locale) => passkeys.passkeyAddedMail(to(locale), locale, passkeyName),
    passkeyRemovedMail: (locale) =>
      passkeys.passkeyRemovedMail(to(locale), locale, passkeyName, false),
    "passkeyRemovedMail-last": (locale) =>
      passkeys.passkeyRemovedMail(to(locale), locale, passkeyName, true),
    passkeyCopiedMail: (locale) => passkeys.passkeyCopiedMail(to(locale), locale, passkeyName),
    recoveryCodesMadeMail: (locale) => authenticators.recoveryCodesMadeMail(to(locale), locale),
    recoveryCodeUsedMail: (locale) => authenticators.recoveryCodeUsedMail(to(locale), locale, 8),
    "recoveryCodeUsedMail-few": (locale) =>
      authenticators.recoveryCodeUsedMail(to(locale), locale, 2),
    recoveryStartedMail: (locale) =>
      recovery.recoveryStartedMail(to(locale), locale, begun(locale)),
    "recoveryStartedMail-reminder": (locale) =>
      recovery.recoveryStartedMail(to(locale), locale, { ...begun(locale), isReminder: true }),
    "recoveryStartedMail-by-staff": (locale) =>
      recovery.recoveryStartedMail(to(locale), locale, { ...begun(locale), byStaff: true }),
    recoveryReadyMail: (locale) =>
      recovery.recoveryReadyMail(to(locale), locale, {
        until: mailMoment(new Date("2026-12-06T00:30:00Z"), locale),
        stopToken: undoToken,
        finishToken: undoToken,
      }),
    recoveryStoppedMail: (locale) => recovery.recoveryStoppedMail(to(locale), locale, "stopped"),
    "recoveryStoppedMail-proved": (locale) =>
      recovery.recoveryStoppedMail(to(locale), locale, "proved"),
    recoveryDoneMail: (locale) =>
      recovery.recoveryDoneMail(to(locale), locale, ["passkey", "app", "recovery-code"]),
    browserTrustedMail: (locale) =>
      trust.browserTrustedMail(to(locale), locale, {
        device: "Firefox 140, Windows",
        until: mailMoment(new Date("2026-12-21T00:30:00Z"), locale),
      }),
    trustCopiedMail: (locale) => trust.trustCopiedMail(to(locale), locale),
    twoFactorMail: (locale) => account.twoFactorMail(to(locale), locale, true),
    externalIdLinkedMail: (locale) => externalIdLinkedMail(to(locale), locale, undefined),
    externalIdUnlinkedMail: (locale) =>
      externalIdUnlinkedMail(to(locale), locale, { ja: "関守ID", en: "Sekimori ID" }),
    changeEmailCodeMail: (locale) =>
      changeEmail.changeEmailCodeMail(to(locale), locale, newAddress),
    emailTakenMail: (locale) => changeEmail.emailTakenMail(stranger, locale, newAddress),
    oldAddressMail: (locale) => changeEmail.oldAddressMail(to(locale), locale, { undoToken }),
    emailChangedMail: (locale) => changeEmail.emailChangedMail(to(locale), locale),
    changeUndoneMail: (locale) => changeEmail.changeUndoneMail(to(locale), locale),
    cardRegisteredMail: (locale) => cards.cardRegisteredMail(to(locale), locale, card),
    cardExpiresMail: (locale) =>
      cards.cardExpiresMail(to(locale), locale, { ...card, lastDay: "2027-01-31" }),
    cardRenewedMail: (locale) =>
      cards.cardRenewedMail(to(locale), locale, { ...card, expiryMonth: 1, expiryYear: 2031 }),
    cancellationMail: (locale) =>
      contract.cancellationMail(to(locale), locale, { endsOn: "2026-11-30", ...nothingDue }),
    "cancellationMail-coming": (locale) =>
      contract.cancellationMail(to(locale), locale, {
        endsOn: "2026-11-30",
        owed: [],
        coming: [{ on: "2026-11-01", amount: 11_000, lateCharge: 0 }],
      }),
    "cancellationMail-owes": (locale) =>
      contract.cancellationMail(to(locale), locale, {
        endsOn: "2026-11-30",
        owed: [
          { number: "SK-00000042", total: 11_000 },
          { number: "SK-00000057", total: 11_120 },
        ],
        coming: [],
      }),
    withdrawalMail: (locale) =>
      contract.withdrawalMail(to(locale), locale, {
        endsOn: "2026-11-30",
        deletesOn: "2026-12-01",
        closings: {
          applications: [
            {
              closes: [
                { name: people[locale].companyName, members: 12 },
                { name: "Branch", members: 0 },
              ],
            },
          ],
          complete: true,
        },
        ...nothingDue,
      }),
    "withdrawalMail-nothing": (locale) =>
      contract.withdrawalMail(to(locale), locale, {
        endsOn: "2026-11-30",
        deletesOn: "2026-12-01",
        closings: { applications: [{ closes: [] }], complete: true },
        owed: [{ number: "SK-00000042", total: 11_000 }],
        coming: [{ on: "2026-11-01", amount: 11_000, lateCharge: 120 }],
      }),
    "withdrawalMail-unasked": (locale) =>
      contract.withdrawalMail(to(locale), locale, {
        endsOn: "2026-11-30",
        deletesOn: "2026-12-01",
        closings: { applications: [], complete: false },
        ...nothingDue,
      }),
    cancellationUndoneMail: (locale) =>
      contract.cancellationUndoneMail(to(locale), locale, undoneEnd),
    "cancellationUndoneMail-withdrawal": (locale) =>
      contract.cancellationUndoneMail(to(locale), locale, { ...undoneEnd, undone: "withdrawal" }),
    "cancellationUndoneMail-free": (locale) =>
      contract.cancellationUndoneMail(to(locale), locale, {
        ...undoneEnd,
        undone: "withdrawal",
        plan: "free",
        next: null,
      }),
    "cancellationUndoneMail-trial": (locale) =>
      contract.cancellationUndoneMail(to(locale), locale, {
        ...undoneEnd,
        undone: "withdrawal",
        plan: "security24",
        next: null,
        endsOn: "2026-12-20",
      }),
    "cancellationUndoneMail-suspended": (locale) =>
      contract.cancellationUndoneMail(to(locale), locale, {
        ...undoneEnd,
        isSuspended: true,
        next: null,
      }),
    paymentReceivedMail: (locale) => billing.paymentReceivedMail(to(locale), locale, paid(0)),
    "paymentReceivedMail-late": (locale) =>
      billing.paymentReceivedMail(to(locale), locale, paid(30)),
    "paymentReceivedMail-resumed": (locale) =>
      billing.paymentReceivedMail(to(locale), locale, {
        ...paid(61),
        plan: { state: "resumed", next: { on: "2027-02-01", amount: 11_061 }, endsOn: null },
      }),
    "paymentReceivedMail-resumedAndEnding": (locale) =>
      billing.paymentReceivedMail(to(locale), locale, {
        ...paid(61),
        plan: { state: "resumed", next: null, endsOn: "2027-01-31" },
      }),
    "paymentReceivedMail-suspended": (locale) =>
      billing.paymentReceivedMail(to(locale), locale, {
        ...paid(61),
        plan: { state: "suspended" },
      }),
    planResumedMail: (locale) =>
      billing.planResumedMail(to(locale), locale, {
        plan: { state: "resumed", next: { on: "2027-02-01", amount: 11_000 }, endsOn: null },
        invoice: invoice.number,
      }),
    refundedMail: (locale) =>
      billing.refundedMail(to(locale), locale, {
        number: invoice.number,
        amount: 11_000,
        note: "SK-00000043",
      }),
    paymentFailedMail: (locale) =>
      paymentFailedMail(to(locale), locale, failedCharge(1, "2027-01-01", "2027-01-02")),
    "paymentFailedMail-again": (locale) =>
      paymentFailedMail(to(locale), locale, failedCharge(3, "2027-01-04", "2027-01-08")),
    "paymentFailedMail-gateway": (locale) =>
      paymentFailedMail(to(locale), locale, {
        ...failedCharge(2, "2027-01-02", "2027-01-04"),
        failure: "gateway",
      }),
    "paymentFailedMail-beforeLast": (locale) =>
      paymentFailedMail(to(locale), locale, failedCharge(4, "2027-01-08", "2027-01-15")),
    "paymentFailedMail-card": (locale) =>
      paymentFailedMail(to(locale), locale, {
        ...failedCharge(1, "2027-01-01", null),
        failure: "card",
        token: null,
      }),
    "paymentFailedMail-authentication": (locale) =>
      paymentFailedMail(to(locale), locale, {
        ...failedCharge(1, "2027-01-01", null),
        failure: "authentication",
      }),
    "paymentFailedMail-suspended": (locale) =>
      paymentFailedMail(to(locale), locale, {
        ...failedCharge(6, "2027-01-20", null),
        standing: { plan: "suspended", suspension: null },
      }),
    "paymentFailedMail-ended": (locale) =>
      paymentFailedMail(to(locale), locale, {
        ...failedCharge(4, "2027-02-01", null),
        standing: { plan: "ended", suspension: null },
      }),
    cardMissingMail: (locale) => cardMissingMail(to(locale), locale, { ...invoice, standing }),
    domainUnseenMail: (locale) =>
      organisations.domainUnseenMail(to(locale), locale, {
        domain: "sample.example",
        lapsesAt: new Date("2026-12-07T01:30:00Z"),
        record: {
          name: "_sekimori-organisation.sample.example",
          value: "sekimori-organisation=Kq3yXc-Zt8vRmW1pLbN_Jg",
        },
      }),
    organisationJoinedMail: (locale) =>
      organisations.organisationJoinedMail(to(locale), locale, {
        organisation: "関守商店",
        hasOwnPlan: hasPassword,
      }),
    certificateEndingMail: (locale) =>
      certificateEndingMail(to(locale), locale, {
        provider: "login.example.co.jp",
        endsAt: new Date("2027-12-01T00:00:00Z"),
        isLast: hasPassword,
      }),
    scimTokenEndingMail: (locale) =>
      organisations.scimTokenEndingMail(to(locale), locale, {
        hint: "x7Qa",
        expires_at: new Date("2027-12-01T00:00:00Z"),
      }),
    domainLapsedMail: (locale) =>
      organisations.domainLapsedMail(to(locale), locale, "sample.example"),
    ruleComingMail: (locale) =>
      rules.ruleComingMail(to(locale), locale, {
        organisation: "関守商店",
        rule: { kind: "second-factor", strength: "any" },
        holdsFrom: "2026-12-14",
      }),
    "ruleComingMail-passkey": (locale) =>
      rules.ruleComingMail(to(locale), locale, {
        organisation: "関守商店",
        rule: { kind: "second-factor", strength: "phishing-resistant" },
        holdsFrom: "2026-12-14",
      }),
    "ruleComingMail-networks": (locale) =>
      rules.ruleComingMail(to(locale), locale, {
        organisation: "関守商店",
        rule: { kind: "networks", networks: ["203.0.113.0/24", "2001:db8:7::/48"] },
        holdsFrom: "2026-12-14",
      }),
    "ruleComingMail-session-length": (locale) =>
      rules.ruleComingMail(to(locale), locale, {
        organisation: "関守商店",
        rule: { kind: "session-length", hours: 4 },
        holdsFrom: "2026-12-14",
      }),
    "ruleComingMail-no-trusted-browsers": (locale) =>
      rules.ruleComingMail(to(locale), locale, {
        organisation: "関守商店",
        rule: { kind: "no-trusted-browsers" },
        holdsFrom: "2026-12-14",
      }),
    "ruleComingMail-no-external-ids": (locale) =>
      rules.ruleComingMail(to(locale), locale, {
        organisation: "関守商店",
        rule: { kind: "no-external-ids" },
        holdsFrom: "2026-12-14",
      }),
    "ruleComingMail-no-passwords": (locale) =>
      rules.ruleComingMail(to(locale), locale, {
        organisation: "関守商店",
        rule: { kind: "no-passwords" },
        holdsFrom: "2026-12-14",
      }),
    breakGlassUsedMail: (locale) =>
      rules.breakGlassUsedMail(to(locale), locale, {
        email: "soumu@sample.example",
        at: mailMoment(new Date("2026-12-14T01:30:00Z"), locale),
        device: "Chrome (Windows)",
        ipAddress: "203.0.113.7",
      }),
    accountingCodeMail: (locale) =>
      accounting.accountingCodeMail(stranger, locale, { code: "493027", hours: 24 }),
    accountingAddressMail: (locale) =>
      accounting.accountingAddressMail(to(locale), locale, "keiri@sample.example"),
    accountingCopyMail: (locale) =>
      accounting.accountingCopyMail(stranger, locale, {
        title: locale === "ja" ? "適格請求書 兼 領収書" : "Qualified invoice and receipt",
        number: "SK-00000042",
        party: people[locale].companyName,
        total: 11_000,
      }),
    planSuspendedMail: (locale) =>
      planSuspendedMail(to(locale), locale, {
        invoices: [invoice],
        mending: { failure: "declined", token: undoToken },
        lastTriedOn: "2027-01-15",
      }),
    "planSuspendedMail-card": (locale) =>
      planSuspendedMail(to(locale), locale, {
        invoices: [invoice],
        mending: { failure: "card", token: null },
        lastTriedOn: null,
      }),
    "planSuspendedMail-months": (locale) =>
      planSuspendedMail(to(locale), locale, {
        invoices: [invoice, { ...invoice, number: "SK-00000051", period: "2027-02-01" }],
        mending: null,
        lastTriedOn: "2027-02-18",
      }),
    firstChargeMail: (locale) =>
      contractNotice.firstChargeMail(to(locale), locale, {
        on: "2027-01-01",
        amount: 11_000,
        taxPercent: 10,
      }),
    priceChangeMail: (locale) =>
      contractNotice.priceChangeMail(to(locale), locale, {
        effectiveOn: "2027-04-01",
        answerBy: "2027-03-31",
        monthlyPrice: 13_200,
        former: 11_000,
        isReminder: false,
      }),
    "priceChangeMail-reminder": (locale) =>
      contractNotice.priceChangeMail(to(locale), locale, {
        effectiveOn: "2027-04-01",
        answerBy: "2027-03-31",
        monthlyPrice: 13_200,
        former: 11_000,
        isReminder: true,
      }),
    monthlySummaryMail: (locale) =>
      monthlySummaryMail(to(locale), locale, {
        month: "2026-11-01",
        manualRunsPerMonth: 5,
        unsubscribeUrl: url(pageUrl("unsubscribe", { token: undoToken })),
        summary: {
          version: 1,
          account: "00000000-0000-4000-8000-000000000000",
          month: "2026-11",
          manualRunsUsed: 3,
          workspaces: [
            {
              name: locale === "ja" ? "サンプルセキュリティ" : "Sample Security",
              domains: 3,
              grade: "B",
              gradeBefore: "C",
              open: { critical: 0, high: 1, medium: 4, low: 7, info: 2 },
              newFindings: 2,
              fixedFindings: 5,
              newAssets: 1,
              first: [
                {
                  title: { ja: "公開されたデータベース", en: "Databases open to the Internet" },
                  place: "db.example.jp",
                  why: {
                    ja: "深刻度「高」。ログイン画面まで到達可能、データや決済を扱う。期限まで2営業日。",
                    en: "High, behind a sign-in, with data or payments, due in 2 working days.",
                  },
                },
              ],
            },
          ],
        },
      }),
    noDomainsYetMail: (locale) =>
      noDomainsYetMail(to(locale), locale, {
        month: "2026-11-01",
        manualRunsPerMonth: 5,
        unsubscribeUrl: url(pageUrl("unsubscribe", { token: undoToken })),
      }),
    accountClosedMail: (locale) =>
      accountClosedMail(to(locale), locale, { closedOn: "2026-12-02", reason: "unanswered" }),
    "accountClosedMail-operator": (locale) =>
      accountClosedMail(to(locale), locale, { closedOn: "2026-12-02", reason: "operator" }),
    inquiryMail: (locale) =>
      inquiryMail(to(locale), locale, {
        about:
          locale === "ja"
            ? "ご登録の電話番号と住所に、現在も変わりがないかお知らせください。"
            : "Tell us whether the phone number and address we have are still right.",
        answerBy: "2026-12-01",
      }),
    leftMail: (locale) =>
      leaving.leftMail(to(locale), locale, { endedOn: "2027-01-31", owes: false }),
    "leftMail-owing": (locale) =>
      leaving.leftMail(to(locale), locale, { endedOn: "2027-01-31", owes: true }),
    dataExportReadyMail: (locale) =>
      leaving.dataExportReadyMail(to(locale), locale, [
        locale === "ja" ? "管理アプリケーション" : "Management application",
      ]),
    planEndedMail: (locale) =>
      contract.planEndedMail(to(locale), locale, { plan: "detailed", endedOn: "2026-11-30" }),
  };
}

/**
 * Every mail there is, as somebody may get it. Each is named for its function; one that says more in
 * some cases has a sample of each such case, named after a dash.
 */
export const mailSamples = samplesFor(true);

/** The same to whoever signs in by an external ID alone. */
export const mailSamplesWithoutPassword = samplesFor(false);

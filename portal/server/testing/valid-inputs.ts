import { randomUUID } from "node:crypto";
import type { Access } from "@sekimori/portal-contract/endpoints/declare";
import { organisation, organisationDetails, password } from "./sign-up-calls.ts";

export interface ValidInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The caller each access word needs, as the tests make one. */
export type CallerKind = Exclude<Access, "server">;

const someToken = "A".repeat(43);
const usedPasskey = {
  credentialId: "AAAA",
  clientDataJSON: "AAAA",
  authenticatorData: "AAAA",
  signature: "AAAA",
  userHandle: "AAAA",
};

/**
 * One well-formed input for every endpoint that takes any, by name. Well-formed is enough: tests
 * spoil one field at a time and look at what the answer says about it.
 */
export const validInputs: Readonly<Record<string, ValidInput>> = {
  lookUpPostalCode: { params: { code: "1000001" } },
  signUp: { body: { email: "input@example.com", plan: "free", locale: "en", captcha: "x" } },
  confirmSignUp: { body: { code: "123456" } },
  resendConfirmSignUpCode: { body: {} },
  resendChangeEmail: { body: {} },
  editInformation: { body: { information: organisation, password } },
  confirmInformation: { body: {} },
  signUpWithCard: { body: { attempt: randomUUID(), cardToken: "tok_unknown" } },
  cardAttempt: { params: { attempt: randomUUID() } },
  cancelCardAttempt: { params: { attempt: randomUUID() }, body: {} },
  agreeConsent: {
    body: {
      documents: [
        { id: "service-terms", version: "0" },
        { id: "member-terms", version: "0" },
      ],
      shown: "nothing",
      agreed: true,
      promotionalMail: false,
      locale: "en",
    },
  },
  signIn: { body: { email: "input@example.com", password, captcha: "x", locale: "en" } },
  confirmOtp: { body: { code: "123456" } },
  resendOtp: { body: {} },
  signOut: { body: {} },
  reauthenticate: { body: { password } },
  confirmReauthentication: { body: { code: "123456" } },
  resendReauthentication: { body: {} },
  updateMyProfile: { body: { first_name: "花子", last_name: "山本" } },
  changeRegisteredDetails: { body: { details: organisationDetails } },
  changeMonthlySummary: { body: { enabled: false } },
  changePromotionalMail: { body: { consented: true } },
  changeSubscription: {
    body: { token: `00000000-0000-4000-8000-000000000000.${someToken}`, enabled: false },
  },
  changeLanguage: { body: { language_code: "en" } },
  forgotPassword: { body: { email: "input@example.com", locale: "en", captcha: "x" } },
  lookAtReset: { body: { token: someToken } },
  forgotPasswordSetting: { body: { email: "input@example.com", code: "123456", password } },
  changePassword: { body: { currentPassword: password, newPassword: "Umi-no-Oto4" } },
  beginApp: { body: {} },
  confirmApp: { body: { code: "123456" } },
  renewRecoveryCodes: { body: {} },
  proveSecondFactor: { body: { way: "recovery-code", code: "ABCDE-FGHJK-LMNPQ" } },
  proveAgain: { body: { way: "app", code: "123456" } },
  beginPasskey: { body: {} },
  addWantedPasskey: {
    body: {
      credentialId: "AAAA",
      clientDataJSON: "AAAA",
      attestationObject: "AAAA",
      transports: ["usb"],
    },
  },
  addPasskey: {
    body: {
      credentialId: "AAAA",
      clientDataJSON: "AAAA",
      attestationObject: "AAAA",
      transports: ["usb"],
    },
  },
  startRecovery: { body: { token: someToken } },
  stopRecovery: { body: { token: someToken } },
  lookAtRecovery: { body: { token: someToken } },
  finishRecovery: { body: { token: someToken, password } },
  removeTrustedBrowser: { params: { id: randomUUID() } },
  renamePasskey: { params: { id: randomUUID() }, body: { name: "Laptop" } },
  removePasskey: { params: { id: randomUUID() } },
  beginPasskeySignIn: { body: { purpose: "sign-in" } },
  signInByPasskey: { body: usedPasskey },
  beginSecondFactorPasskey: { body: {} },
  beginPasskeyAgain: { body: {} },
  provePasskeyAgain: { body: usedPasskey },
  createOrganisation: { body: {} },
  claimDomain: { body: { domain: "seki.co.jp" } },
  checkDomain: { params: { id: randomUUID() }, body: {} },
  setUpConnection: {
    body: {
      issuer: "https://login.seki.co.jp",
      clientId: "sekimori",
      clientSecret: "a secret of the provider's",
      scopes: "openid email profile",
    },
  },
  prepareSaml: { body: {} },
  setUpSamlConnection: {
    body: {
      metadata: "",
      entityId: "https://login.seki.co.jp/saml",
      ssoUrl: "https://login.seki.co.jp/saml/sso",
      certificates: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
      allowsProviderStart: false,
    },
  },
  changeConnectionCertificates: {
    body: { certificates: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----" },
  },
  changeConnectionSecret: { body: { clientSecret: "another secret of the provider's" } },
  testConnection: { body: {} },
  changeConnectionSignOut: { body: { signOut: "here", sloUrl: "" } },
  setConnectionDomains: {
    body: { connection: "00000000-0000-4000-8000-000000000000", domains: ["example.co.jp"] },
  },
  switchConnection: { body: { on: false } },
  showConnection: { query: { connection: "new" } },
  removeConnection: { query: { connection: "00000000-0000-4000-8000-000000000000" } },
  beginSingleSignOn: { body: { email: "someone@seki.co.jp", locale: "en" } },
  beginProviderSignIn: { params: { organisation: randomUUID() }, body: { locale: "en" } },
  completeSingleSignOn: { params: { organisation: randomUUID() }, query: { state: "some" } },
  joinOrganisation: {
    body: {
      firstName: "花子",
      lastName: "関",
      documents: [
        { id: "service-terms", version: "1" },
        { id: "member-terms", version: "1" },
      ],
      shown: "something",
      agreed: true,
      locale: "ja",
    },
  },
  linkToOrganisation: { body: {} },
  declineJoining: { body: {} },
  showGroupRoles: {},
  previewGroupRoles: { body: { claim: null, mappings: [] } },
  setGroupRoles: { body: { claim: null, mappings: [] } },
  showOtherAccount: {},
  changeToOtherAccount: { body: {} },
  keepPresentAccount: { body: {} },
  previewRule: { body: { rule: { kind: "second-factor", strength: "any" } } },
  setRule: {
    body: { rule: { kind: "second-factor", strength: "any" }, holdsFrom: "2030-01-01" },
  },
  liftRule: { params: { kind: "second-factor" } },
  nameBreakGlass: { body: {} },
  beginWantedApp: { body: {} },
  confirmWantedApp: { body: { code: "123456" } },
  beginWantedPasskey: { body: {} },
  removeDomain: { params: { id: randomUUID() } },
  makeScimToken: { body: {} },
  endScimToken: { params: { id: randomUUID() } },
  mfaSetting: { body: { enabled: false } },
  changeEmail: { body: { email: "next@example.com", agreed: true } },
  confirmChangeEmail: { body: { code: "123456" } },
  cancelChangeEmail: { body: {} },
  undoChangeEmail: { body: { token: someToken } },
  replaceCard: { body: { attempt: randomUUID(), cardToken: "tok_unknown", shown: "nothing" } },
  upgrade: {
    body: {
      documents: [
        { id: "service-terms", version: "0" },
        { id: "member-terms", version: "0" },
      ],
      shown: "x",
      agreed: true,
      locale: "en",
    },
  },
  cancelContract: { body: {} },
  withdrawAccount: { body: {} },
  undoCancellation: { body: {} },
  answerPrice: {
    body: { effectiveOn: "2027-02-01", monthlyPrice: 13_200, accepted: true, locale: "en" },
  },
  listInvoices: { query: { from: "2027-01-01", to: "2027-12-31", text: "x" } },
  changeAccountingAddress: { body: { email: "books@example.com" } },
  confirmAccountingAddress: { body: { code: "123456" } },
  removeAccountingAddress: { body: {} },
  showPayLink: { body: { token: someToken } },
  requestDataExport: { body: {} },
  fetchDataExport: { body: { format: "json", locale: "en" } },
  payUnpaid: { body: { shown: "nothing" } },
  payInvoice: { body: { token: someToken, shown: "nothing" } },
  verifyInvoice: { body: { number: "SK-00000001", hash: "0".repeat(64) } },
  endSession: { params: { id: randomUUID() } },
  unlinkIdentity: { params: { id: randomUUID() } },
  endOtherSessions: { body: {} },
  listActivity: { query: { before: "1" } },
  reportActivity: { body: { id: "1" } },
  withdrawAccess: { body: { client: "no-such-application" } },
  showInteraction: { params: { uid: "no-such-interaction" } },
  finishInteraction: {
    params: { uid: "no-such-interaction" },
    body: { decision: "continue" },
  },
  listNotices: { query: { before: randomUUID() } },
  getNotice: { params: { id: randomUUID() } },
  readNotices: { body: { upTo: "2026-01-01T00:00:00.000Z" } },
};

type Path = readonly (string | number)[];

/** The paths of all leaves of a value, through objects and arrays. */
export function leafPaths(value: unknown, before: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [before];
  return Object.entries(value).flatMap(([key, inner]) =>
    leafPaths(inner, [...before, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A copy of a value with one place replaced. */
export function withValue(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? withValue(item, rest, replacement) : item));
  }
  const record = (value ?? {}) as Record<string, unknown>;
  return { ...record, [key]: withValue(record[key], rest, replacement) };
}

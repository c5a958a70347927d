import * as accountingAddress from "./accounting-address.ts";
import * as authenticators from "./authenticators.ts";
import * as card from "./card.ts";
import * as changeEmail from "./change-email.ts";
import * as closings from "./closings.ts";
import * as connectedApplications from "./connected-applications.ts";
import * as contract from "./contract.ts";
import * as dataExport from "./data-export.ts";
import type { PortalEndpoint } from "./declare.ts";
import * as externalId from "./external-id.ts";
import * as groupRoles from "./group-roles.ts";
import * as invoice from "./invoice.ts";
import * as linkedIdentities from "./linked-identities.ts";
import * as monthlySummary from "./monthly-summary.ts";
import * as notice from "./notice.ts";
import * as openid from "./openid.ts";
import * as organisation from "./organisation.ts";
import * as organisationRules from "./organisation-rules.ts";
import * as otherAccount from "./other-account.ts";
import * as passkeys from "./passkeys.ts";
import * as password from "./password.ts";
import * as profile from "./profile.ts";
import * as promotionalMail from "./promotional-mail.ts";
import * as provisioning from "./provisioning.ts";
import * as recovery from "./recovery.ts";
import * as security from "./security.ts";
import * as signIn from "./sign-in.ts";
import * as signUp from "./sign-up.ts";
import * as singleSignOn from "./single-sign-on.ts";
import * as site from "./site.ts";
import * as trustedBrowsers from "./trusted-browsers.ts";
import * as twoFactor from "./two-factor.ts";
import * as wantedFactor from "./wanted-factor.ts";

const modules = [
  accountingAddress,
  authenticators,
  card,
  changeEmail,
  closings,
  connectedApplications,
  contract,
  dataExport,
  externalId,
  groupRoles,
  invoice,
  linkedIdentities,
  monthlySummary,
  promotionalMail,
  notice,
  openid,
  organisation,
  otherAccount,
  organisationRules,
  passkeys,
  password,
  profile,
  provisioning,
  recovery,
  security,
  signIn,
  signUp,
  singleSignOn,
  site,
  trustedBrowsers,
  twoFactor,
  wantedFactor,
];

function isEndpoint(value: unknown): value is PortalEndpoint {
  return typeof value === "object" && value !== null && "method" in value && "response" in value;
}

/** Every call of the portal's API, for whoever enumerates them: OpenAPI, tests, the map. */
export const allEndpoints: readonly PortalEndpoint[] = modules.flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);

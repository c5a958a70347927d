/**
 * Which feature of the portal's server may import which other, and what for. Whoever adds an edge
 * adds its reason here; a feature asks another's functions rather than its tables.
 */

type Edges = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every feature may ask these; among themselves they need an edge like all others. */
export const foundations: readonly string[] = [
  "account",
  "audit",
  "credentials",
  "plan",
  "principals",
  "session",
];

/** By importing feature: the feature it may import, and why. */
export const edges: Edges = {
  account: {},
  "accounting-address": {},
  agreement: {
    contract: "the agreement begins the contract",
    legal: "the documents that are agreed to",
    payment: "shows the card that was registered",
  },
  applications: {
    billing: "applications are told the invoices",
    contract: "applications are told plan and contract",
    openid: "checks the provider's access tokens",
    organisation: "applications are told the role that a member's groups give",
  },
  authenticators: { "sign-in-rules": "no factor is removed that an organisation wants" },
  billing: {
    "accounting-address": "copies of documents go there",
    payment: "charges the card on file, and tries again with a new one",
  },
  "change-email": {
    authenticators: "a delay of getting back in ends with the address that began it",
    profile: "answers with the profile as it is now",
    "sign-up": "the same codes and pauses prove an address",
  },
  contract: {
    billing: "a change of plan is billed",
    legal: "keeps which documents were agreed to",
    openid: "asks applications what closes, by a token of the provider's",
    payment: "a paid plan needs a card",
  },
  "data-export": {
    "accounting-address": "a copy of one's data names where copies of invoices go",
    authenticators: "a copy of one's data names the passkeys",
    billing: "a copy of one's data names the invoices",
    openid: "asks applications by a token of the provider's",
  },
  funnel: {},
  "external-id": {
    organisation: "whose link to an organisation ends is its member no more",
    "sign-in": "an external ID signs in like a password",
    "sign-in-rules": "an organisation may allow none of a member's own",
    "sign-up": "an unknown external ID begins a sign-up",
  },
  maintenance: {
    operator: "who closes an area and opens it again is written down as an operator's act",
  },
  "monthly-summary": {
    applications: "what a plan gives",
    contract: "which plan counts",
    openid: "calls with a token of the provider's",
    profile: "answers with the profile as it is now",
  },
  openid: { authenticators: "whether an account has something for the strength that is asked for" },
  operator: {
    authenticators: "who ends an account's sessions ends the trust in browsers too",
    billing: "an operator refunds, retries, parks and exports",
    contract: "a closed account has no contract",
    payment: "a closed account's card is deleted at the company",
    "promotional-mail": "an operator is told to whom they may advertise",
  },
  organisation: {
    authenticators: "whom a rule affects, and what a break-glass owner has",
    contract: "an organisation stands on its holder's paid contract",
    openid: "an organisation's applications end with it",
    "sign-in-rules": "its owner sets them",
  },
  password: {
    authenticators: "with a passkey or an app on, a reset takes that or a recovery code as well",
    "sign-in":
      "a new password forgets the second factor's failures; a reset's count with them; a passkey is asked for alike",
  },
  payment: {},
  "promotional-mail": { profile: "answers with the profile as it is now" },
  purge: {
    billing: "issued documents go when their years are over; the last mail says what is owed",
    openid: "what applications were granted ends with the account",
    payment: "a removed account's card is deleted at the company",
  },
  principals: {},
  security: {
    authenticators:
      "who ends all sessions ends the trust in browsers too; what was somebody else ends a delay of getting back in",
  },
  session: {},
  recovery: {
    authenticators: "what a delay removes, and how it ends",
    openid: "applications lose what they were granted",
    password: "it begins with a reset's link and ends with a new password",
    "sign-in": "a new password forgets wrong guesses",
  },
  "sign-in": {
    authenticators: "by which ways the second factor is proved; a passkey is both",
    organisation:
      "its owners are told of its break-glass owner, and who waits learns whose rule it is",
    "sign-in-rules": "every sign-in is held to them",
    "sign-up": "an unfinished sign-up is resumed",
  },
  "sign-in-rules": {},
  "sign-up": {
    contract: "the final confirmation",
    payment: "the payment step",
  },
  provisioning: {
    authenticators: "who is switched off is trusted in no browser",
    openid: "who is switched off leaves applications",
    organisation: "whose directory it is, and the domains that it counts for",
  },
  "single-sign-on": {
    authenticators: "joining shows the factors, and ends trust in browsers and a delay",
    contract: "an account that joins has the base rights without a plan of its own",
    "external-id": "joining ends external IDs that somebody else may have linked",
    legal: "the documents that who joins agrees to",
    openid: "joining ends what applications were granted before",
    organisation: "whose connection it is, and the domains that it counts for",
    provisioning: "who joins has an entry in the directory, or is switched off there",
    "sign-in": "a linked person signs in like one with an external ID",
    "sign-in-rules": "who joins from a network that isn't allowed gets no account",
  },
  staff: {
    account: "those who may confirm a request are mailed",
    "change-email": "two persons may agree on going back to a member's former address",
    recovery: "two persons help a member who has lost every factor",
    openid: "two persons agree on new signing keys",
    operator:
      "who appoints and removes is written down as an operator's act; what two persons agreed on is done as one",
  },
  support: {
    authenticators: "shows how a member signs in",
    billing: "members are found by the numbers of their documents, and invoices are shown",
    "change-email": "shows where an address can go back to",
    contract: "shows the contract and what is charged next, and takes its end back",
    "data-export":
      "acts are called as in the copy of one's data, which is made for a request for disclosure too",
    legal: "says whether the terms in force were agreed to",
    openid: "shows which applications a member allowed",
    operator: "support acts by name, and is refused in the same way",
    "sign-in": "shows and ends what refuses a member's sign-ins",
  },
  work: {
    billing: "charges and refunds without an answer wait for somebody, and disputes",
    operator: "parked contracts and inquiries wait; what is tried again is an operator's act",
    purge: "deletions that are due",
  },
  "two-factor": {
    authenticators:
      "without a second factor there is no app and no passkey, and an organisation may want one",
    profile: "answers with the profile as it is now",
  },
};

/** What foundations ask of each other. */
export const betweenFoundations: Edges = {
  account: { plan: "its view names the plan" },
  principals: { session: "a session is one of the things a cookie may name" },
  session: { account: "whose session it is", audit: "notes each beginning and end", plan: "dates" },
};

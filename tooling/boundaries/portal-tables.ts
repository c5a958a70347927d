import type { TableRule } from "./table-use.ts";

/**
 * Whose each table of the portal is. The owner states its rules; others write or read it only as
 * listed, with the reason. `data-export` copies a member's rows of every table and is not listed.
 */
export const copies = "data-export";

export const tables: Readonly<Record<string, TableRule>> = {
  account: {
    owner: "account",
    writers: { purge: "erases the account" },
    readers: {
      "accounting-address": "sends to members only",
      applications: "answers applications about members who can sign in",
      billing: "charges and reminds members who have not left",
      "change-email": "an undo finds its account",
      "external-id": "finds the account of an external ID",
      "monthly-summary": "picks the members of a month",
      organisation: "writes to owners whose account is open",
      provisioning: "finds members whose account is open",
      openid: "claims and roles of a token",
      operator: "answers an inquiry about an account",
      "promotional-mail": "lists the members who consent",
      session: "a session belongs to a member who can sign in",
      staff: "appoints members whose account is open",
      "sign-in": "checks a password in one statement",
      "single-sign-on": "finds the account of somebody at an organisation's provider",
      "sign-up": "an address may belong to a member already",
      support: "finds members and shows them",
    },
  },
  account_search: { owner: "support" },
  account_search_backfill: { owner: "support" },
  account_role: { owner: "openid" },
  accounting_address: { owner: "accounting-address" },
  accounting_copy: { owner: "billing" },
  accounting_proof: { owner: "accounting-address" },
  agreement: { owner: "contract", readers: { support: "shows what was agreed to" } },
  audit_checkpoint: { owner: "audit" },
  audit_event: {
    owner: "audit",
    readers: {
      organisation: "shows whose last sign-in came from networks that a rule leaves out",
      "promotional-mail": "the latest consent counts",
      security: "shows a member's own activity",
      "sign-in": "counts guesses that many accounts met",
      support: "finds the member of an event, and shows a member's",
    },
  },
  card: {
    owner: "payment",
    readers: {
      account: "shows the card",
      billing: "charges the card",
      purge: "counts what is left of an account",
    },
  },
  card_attempt: {
    owner: "payment",
    readers: { funnel: "counts what became of cards that were entered" },
  },
  charge_attempt: {
    owner: "billing",
    readers: {
      operator: "a month is closed when every charge has its result",
      support: "finds the member of a charge, and what its holder's bank disputes",
    },
  },
  closed_month: {
    owner: "operator",
    readers: { billing: "nothing is booked in a closed month" },
  },
  contract: {
    owner: "contract",
    writers: {
      billing: "moves the next day of charge and the state of payment",
      operator: "parks and releases a contract",
    },
    readers: {
      account: "shows the plan",
      funnel: "counts what became of trials",
      notice: "some notices are for one plan",
      openid: "the plan is a claim",
      plan: "asks holders about a new price",
      "promotional-mail": "names the plan in the list",
      purge: "nothing is deleted before the contract has ended",
      "sign-in-rules": "no rule holds while the plan has no organisation",
      support: "says where a member stands",
    },
  },
  contract_notice: { owner: "contract" },
  credential: {
    owner: "account",
    readers: {
      operator: "says how an account signs in",
      "sign-in": "checks a password in one statement",
      "sign-up": "an address may have a password already",
      support: "says how an account signs in",
    },
  },
  data_export: { owner: "data-export", readers: { support: "shows that one is open" } },
  deletion: { owner: "purge" },
  dispute: { owner: "billing", readers: { support: "shows those that are open" } },
  email_change: {
    owner: "change-email",
    writers: { purge: "deletes requests that have expired" },
    readers: {
      support: "shows that one is open",
      account: "shows an address that waits for its code",
      session: "shows an address that waits for its code; a new password or factor ends it",
    },
  },
  email_change_undo: {
    owner: "change-email",
    readers: { operator: "says whether a change can still be undone" },
  },
  external_identity: {
    owner: "external-id",
    writers: {
      account: "a new account with its external ID is one transaction",
      "sign-in":
        "a password links one once the second factor is proved too; a session that is open, or waits, may be by one that is allowed no more",
      password: "a reset ends external IDs added by somebody else",
    },
    readers: {
      operator: "says how an account signs in",
      organisation: "shows whom a rule against external IDs affects",
      "single-sign-on": "shows whose links end with joining",
      support: "says how an account signs in",
    },
  },
  external_request: { owner: "external-id" },
  inquiry: { owner: "operator", readers: { support: "shows one that is open" } },
  former_hold: { owner: "principals" },
  invoice: {
    owner: "billing",
    writers: { operator: "voids an invoice, by name and with a reason" },
    readers: { support: "finds the member of a document" },
  },
  invoice_document: { owner: "billing" },
  invoice_number: { owner: "billing" },
  known_device: {
    owner: "session",
    writers: { "sign-in": "a browser becomes known by a sign-in" },
  },
  late_charge: {
    owner: "billing",
    readers: { contract: "shows what is still to be charged" },
  },
  ledger_entry: {
    owner: "billing",
    readers: { operator: "closes a month and writes the accounting file" },
  },
  ledger_posting: {
    owner: "billing",
    readers: { operator: "closes a month and writes the accounting file" },
  },
  maintenance: { owner: "maintenance" },
  monthly_summary: { owner: "monthly-summary" },
  notice: { owner: "operator", readers: { notice: "shows what operators publish" } },
  notice_read: { owner: "notice" },
  oidc_client: {
    owner: "openid",
    readers: { applications: "the application that asks is registered" },
  },
  oidc_consent: {
    owner: "openid",
    readers: {
      applications: "answers about members who allowed the application",
      "monthly-summary": "asks the applications that a member uses",
    },
  },
  oidc_key: { owner: "openid" },
  oidc_record: {
    owner: "openid",
    readers: {
      applications: "a token counts while its grant does",
      purge: "grants go with their account",
    },
  },
  oidc_refusal: { owner: "openid" },
  oidc_resource: { owner: "openid" },
  oidc_session: { owner: "openid" },
  operator_event: { owner: "operator" },
  organisation: {
    owner: "organisation",
    readers: {
      openid: "an organisation's applications are counted one after the other",
      purge: "the applications of an organisation end with its holder's account",
      provisioning: "whose token it is, and whether the organisation is still there",
      "sign-in-rules": "whose contract the rules stand on",
    },
  },
  organisation_domain: {
    owner: "organisation",
    readers: { "single-sign-on": "finds the organisation that holds a domain" },
  },
  organisation_member: {
    owner: "organisation",
    readers: {
      account: "says whether an account has a plan of its own",
      provisioning: "the directory counts for who has joined",
      "sign-in": "whether rules hold for a member, in the everyday sign-in's statement",
      "sign-in-rules": "whose rules hold for a member",
    },
  },
  organisation_group_role: { owner: "organisation" },
  organisation_rule: {
    owner: "sign-in-rules",
    writers: { organisation: "notes which reminders have gone out" },
    readers: { "sign-in": "whether rules hold for a member, in the everyday sign-in's statement" },
  },
  parked_contract: {
    owner: "operator",
    writers: { billing: "parks a contract whose charge is unknown" },
    readers: { support: "says that billing leaves a contract alone" },
  },
  passkey: {
    owner: "authenticators",
    writers: {
      "sign-in": "a passkey in a known browser is checked, counted and signed in in one statement",
    },
    readers: { operator: "a closed account keeps no way to sign in" },
  },
  passkey_challenge: {
    owner: "authenticators",
    writers: { "sign-in": "the same statement spends the challenge" },
  },
  pay_link: {
    owner: "billing",
    writers: { operator: "makes a link for a member who lost theirs" },
  },
  payment_event: { owner: "payment" },
  plan_price: { owner: "operator", readers: { plan: "the price of a day" } },
  price_answer: { owner: "plan" },
  reconciliation: {
    owner: "billing",
    readers: { operator: "a month is closed when it has been compared" },
  },
  reconciliation_difference: {
    owner: "billing",
    readers: { operator: "a month is closed when nothing differs" },
  },
  recovery_code: {
    owner: "authenticators",
    readers: { operator: "a closed account keeps no way to sign in" },
  },
  recovery_delay: {
    owner: "authenticators",
    writers: {
      purge: "deletes delays that nobody can use any more",
      recovery: "starts a delay and notes its mails",
    },
    readers: {
      account: "its view shows a delay to every session",
      "sign-in": "a passkey ends a delay, so that one that is open takes the longer way",
    },
  },
  refund: {
    owner: "billing",
    readers: {
      operator: "a month is closed when every refund has its result",
      support: "finds the member of a refund, and shows those that are open",
    },
  },
  reset_request: {
    owner: "password",
    readers: { session: "a new password or factor ends resets under way" },
  },
  second_factor_guess: { owner: "sign-in" },
  session: {
    owner: "session",
    writers: { openid: "keeps the provider's session with the member's" },
    readers: {
      applications: "a token counts while its session does",
      "sign-in": "open sessions are held to rules that begin to hold",
      "single-sign-on": "which login at a provider a session began with",
    },
  },
  sign_in_attempt: {
    owner: "principals",
    writers: { "external-id": "a return from the provider begins an attempt" },
    readers: {
      "change-email": "an undo ends attempts under way",
      session: "a new password or factor ends attempts under way",
      "sign-in": "a step-up is an attempt of a session",
    },
  },
  sign_up_flow: {
    owner: "principals",
    writers: {
      purge: "deletes sign-ups that were given up",
      "sign-up": "remembers the step after the card",
    },
    readers: {
      operator: "says that a person has not finished",
      "sign-in": "an unfinished sign-up goes on at sign-in",
    },
  },
  sign_up_tally: { owner: "funnel" },
  totp_secret: {
    owner: "authenticators",
    readers: { operator: "a closed account keeps no way to sign in" },
  },
  trusted_browser: { owner: "authenticators" },
  scim_group: {
    owner: "provisioning",
    readers: { organisation: "groups stand for roles in the management application" },
  },
  scim_group_member: {
    owner: "provisioning",
    readers: { organisation: "groups stand for roles in the management application" },
  },
  scim_token: { owner: "provisioning" },
  scim_user: {
    owner: "provisioning",
    readers: { organisation: "groups stand for roles in the management application" },
  },
  staff: { owner: "staff", readers: { "sign-in": "they alone log in while log-ins are closed" } },
  staff_request: { owner: "staff" },
  trial: { owner: "contract" },
  sso_connection: {
    owner: "single-sign-on",
    readers: {
      organisation: "whom the organisation's provider signs in",
      provisioning: "knows a member by the directory's identifier",
      "sign-in": "a sign-in that waits may be by one that is off by now",
      "external-id": "which links still sign in",
    },
  },
  sso_identity: {
    owner: "single-sign-on",
    writers: {
      "external-id": "its member unlinks it",
      password: "a reset ends links made by somebody else",
    },
    readers: {
      organisation: "whom the organisation's provider signs in",
      "sign-in": "an open session by an external ID is none of the organisation's provider",
      account: "its view says who manages it",
      operator: "a closed account keeps no way to sign in",
      provisioning: "knows a member by the directory's identifier",
    },
  },
  sso_joining: { owner: "single-sign-on" },
  sso_login: {
    owner: "single-sign-on",
    readers: { "sign-in": "a sign-in that waits is judged by the connection of its own login" },
  },
  sso_logout: { owner: "single-sign-on" },
  sso_assertion: { owner: "single-sign-on" },
  sso_key: { owner: "single-sign-on" },
  sso_visit: { owner: "single-sign-on" },
  trial_card: { owner: "contract" },
};

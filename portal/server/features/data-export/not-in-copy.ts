/**
 * What hangs on an account and is not in the copy of its data, with the reason. Whatever table is
 * neither read for the copy nor named here fails a test.
 */
export const notInCopy: Readonly<Record<string, string>> = {
  "portal.credential": "the password's hash",
  "portal.totp_secret":
    "the secret of an authenticator app; its adding and use are in the copy's acts",
  "portal.recovery_delay":
    "digests of links, as long as a delay can be used; its start and end are in the copy's acts",
  "portal.recovery_code": "digests of recovery codes; their making and use are in the copy's acts",
  "portal.organisation": "names nobody; its creation is in the copy's acts",
  "portal.organisation_member": "who created it owns it; that is in the copy's acts",
  "portal.organisation_group_role":
    "what a company's groups stand for; setting it is in the copy's acts",
  "portal.organisation_rule": "what a company asks of sign-ins; setting it is in the copy's acts",
  "portal.organisation_domain":
    "domains of a company; what was done with them is in the copy's acts",
  "portal.sso_connection": "a company's; what was done with it is in the copy's acts",
  "portal.sso_key": "keys by which a company's provider knows us",
  "portal.sso_assertion": "an identifier of a message, for an hour",
  "portal.sso_login":
    "which session at a company's provider a login was; the session is in the copy",
  "portal.sso_logout": "a logout that is under way at a provider, for half an hour",
  "portal.sso_visit": "a visit to a provider, for half an hour",
  "portal.scim_token": "a company's; what was done with it is in the copy's acts",
  "portal.scim_user":
    "what a company's directory says of its people; the company answers for it, and its acts on the account are in the copy",
  "portal.scim_group": "a company's; names nobody",
  "portal.scim_group_member": "who is in a company's groups; the company answers for it",
  "portal.staff_request":
    "what staff ask of each other; what was done with an account is in the copy's acts",
  "portal.sso_joining": "a question that waits for its answer, for an hour",
  "portal.oidc_session": "what applications know a session by; the session is in the copy",
  "portal.pay_link": "digests of single-use links; the invoices are in the copy",
  "portal.sign_in_attempt": "codes, for minutes",
  "portal.second_factor_guess": "how often a code was guessed wrong, by a digest of the browser",
  "portal.reset_request": "digests of links and codes, for half an hour",
  "portal.email_change": "an address that is not proved yet, with its code, for half an hour",
  "portal.email_change_undo": "the way back to a former address, until its link is over",
  "portal.accounting_proof": "an address that is not proved yet, with its code, for a day",
  "portal.card_attempt": "tokens of a card's registration; the card is in the copy",
  "portal.sign_up_flow": "a sign-up that is not finished; whoever asks for a copy has finished",
  "portal.trial_card": "keyed digests of cards, which name nobody; the trials are in the copy",
  "portal.account_search": "keyed digests of the beginnings of names; the names are in the copy",
  "portal.parked_contract": "a note to operators, until they have looked",
  "portal.ledger_entry": "the books; documents, charges and refunds are in the copy",
  "portal.invoice_document": "PDFs on My Page; what stands in them is in the copy",
  "portal.data_export": "the copy itself",
  "portal.deletion": "written when the account is gone",
  "kit.cron_run": "when jobs ran",
  "kit.process": "the processes that serve, and the names of their data keys",
  "kit.lease": "which process does what one at a time does",
  "kit.chain_pending": "ids of acts that are not linked yet; the acts are in the copy",
  "kit.chain_header": "hashes over acts, and their ids; the acts are in the copy",
  "kit.migration": "which changes the database has had",
  "kit.rate_limit": "counts by keyed digests, for the time of a limit",
  "kit.mail_outbox": "mails on their way, erased once they are sent",
  "kit.relying_visit":
    "written by applications that sign people in by the portal, not by the portal",
  "kit.relying_session":
    "written by applications that sign people in by the portal, not by the portal",
  "kit.relying_ended":
    "written by applications that sign people in by the portal, not by the portal",
  "kit.webhook_endpoint": "the operator's addresses, no member's",
  "kit.webhook_delivery": "what was sent to the operator, sealed",
};

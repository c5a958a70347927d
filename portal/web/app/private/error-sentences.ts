import { msg } from "@lingui/core/macro";
import { formatDay } from "@sekimori/kit-contract/dates";
import { language } from "../language.ts";
import { addErrorSentences } from "../sentences/error-sentences.ts";

// What members are told about errors that only their pages meet (specification 8).
addErrorSentences({
  PasskeyDuplicate: msg`This device already has a passkey for this account or another one here. Use another device.`,
  PasskeysFull: msg`You've reached the limit for passkeys. Remove one first.`,
  OrganisationNotIncluded: msg`Your plan doesn't include this. An organization's paid plan does.`,
  OrganisationExists: msg`You're already in an organization. Leave it first to create another one.`,
  DomainNameInvalid: msg`Enter a domain like example.co.jp.`,
  DomainIsPublicSuffix: msg`Anyone can register domains under this one, so it can't be an organization's. Enter the domain after the @ of your company's addresses.`,
  DomainOfMailProvider: msg`Anyone can get an address at this domain, so it can't be an organization's.`,
  ProviderRefused: msg`We found no identity provider there. Check what you entered.`,
  ConnectionNotReady: msg`Verify a domain and run a successful test first.`,
  SingleSignOnFailed: msg`We can't reach your organization's login page right now. Try again in a few minutes.`,
  CardRequired: msg`Add a credit card first. Your saved card may have expired.`,
  DomainListed: msg`You've already added this domain.`,
  ScimTokensFull: msg`You already have two tokens. End one first.`,
  BreakGlassMissing: msg`Name an emergency owner first, with a passkey and recovery codes.`,
  RuleDayRefused: ({ last }) =>
    msg`Choose a day from tomorrow to ${{ last: formatDay(String(last), language.current()) }}.`,
  OwnNetworkMissing: ({ ipAddress }) =>
    msg`You'd lock yourself out. Add your own network: you're at ${{ ipAddress: String(ipAddress) }} now.`,
  FactorWanted: ({ strength }) =>
    strength === "phishing-resistant"
      ? msg`Your organization requires a passkey. Add another one first.`
      : msg`Your organization requires a passkey or an authenticator app. Add another one first.`,
  DomainsFull: msg`Your organization has reached its domain limit. Remove one first.`,
  OnlyWayIn: msg`This is your only way to log in. Set a password first.`,
});

addErrorSentences({
  no_font: ({ letter, point }) =>
    msg`Our invoices and reports can't show “${{ letter: String(letter) }}” (${{ point: String(point) }}). Use another character.`,
});

import { msg } from "@lingui/core/macro";
import type { KarteErrorType } from "@sekimori/karte-contract/errors";
import { type Act, byGroup, rights } from "@sekimori/karte-contract/rights";
import { formatMoment } from "@sekimori/kit-contract/dates";
import type { TransportErrorType } from "@sekimori/kit-web/client/api-error";
import {
  commonErrorSentences,
  type ErrorWords,
  errorSentenceBy,
} from "@sekimori/kit-web/sentences/error-sentences";
import { language } from "../language.ts";

/** Who can do it, by the table of rights: an administrator is not sent to one. */
function notAllowed(act: string) {
  if (act === byGroup) {
    return msg`This membership comes from the organization's groups, so it can't be changed here. The organization's owner can change it on the “Organization” page.`;
  }
  const least = Object.hasOwn(rights, act) ? rights[act as Act].least : undefined;
  if (least === "owner") return msg`Only an owner of the workspace can do this.`;
  if (least === "admin") return msg`Only administrators and owners with full access can do this.`;
  return msg`Your role is view-only. An administrator or owner can change it.`;
}

/** What a person is told about each error. A type without a sentence does not compile. */
export const errorSentences: Readonly<
  Record<KarteErrorType | TransportErrorType | "no_font", ErrorWords>
> = {
  ...commonErrorSentences,

  no_font: ({ letter, point }) =>
    msg`Our reports can't show “${{ letter: String(letter) }}” (${{ point: String(point) }}). Use another character.`,

  NotAMember: msg`You're not a member of this workspace. Ask an administrator to invite you.`,
  WorkspaceSwitched: msg`You switched workspaces in another tab. Reload this page.`,
  NotAllowed: ({ act }) => notAllowed(String(act)),
  RecentSignInRequired: msg`Log in again to continue.`,
  QuotaSpent: ({ limit, renewsAt }) => {
    const day = formatMoment(String(renewsAt), language.current()).replace(/ .*/, "");
    return msg`You don't have enough manual scans left. Your plan's limit of ${{ limit: Number(limit) }} per month resets on ${{ day }}. The detailed diagnosis plan has no limit.`;
  },
  PlanLimit: msg`You've reached your plan's limit. See My contract.`,
  ProofMissing: msg`Verify that you own the domain first.`,
  ConsentMissing: msg`Agree to scans of this domain first.`,
  AlreadyRunning: msg`This domain is already being scanned.`,
  RecheckSpent: msg`You've used all rechecks for today. Try again tomorrow.`,
  FileUnreadable: msg`We can't read this file as a table. Save it as CSV in UTF-8 or Shift_JIS.`,
  ImportUnderWay: msg`Another file of your workspace is being checked. Try again in a few seconds.`,
  ImportHasErrors: msg`Nothing was added because some rows have errors. Fix them and check again.`,
  CannotUndo: msg`It's too late to undo this.`,
  BillingOwner: msg`This person's contract covers the workspace. Transfer the contract first.`,
  LastOwner: msg`A workspace needs at least one owner.`,
  WrongState: msg`This is no longer possible. Reload the page.`,
  InvitationInvalid: msg`This invitation has been used, has expired or is for another email address.`,
  TooManyWaiting: msg`Too many are in progress. Try again when one is ready.`,
  AddressRefused: msg`We can't reach this URL. It must start with https:// and be reachable from the internet.`,
  TicketSystemRefused: msg`The ticket system can't be used like this. Check its URL, project and key.`,
  TooManyTickets: ({ limit }) =>
    msg`We create tickets for at most ${{ most: Number(limit) }} causes at a time, so that your ticket system isn't flooded. Select fewer.`,
  CursorExpired: msg`This place in the event stream is too old. Read it from the beginning.`,
  TokenInvalid: msg`This API token isn't valid. It may have expired or been revoked.`,
  ScopeInsufficient: msg`This API token doesn't have permission to do that.`,
  IdempotencyKeyReused: msg`This idempotency key was used for another request.`,
  OutcomeUnknown: msg`We don't know if this was done. Check before you try again.`,
  PortalUnavailable: msg`We can't reach your account's portal. You can still read what's here.`,
};

/** The sentence for an error in the present language. */
export const errorSentence = errorSentenceBy(errorSentences);

import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { dayMs, hourMs } from "@sekimori/kit-contract/tokyo";
import { sessionLifetimeMs, trustedBrowserMs } from "@sekimori/portal-contract/constants";
import type { FactorStrength, RuleKind } from "@sekimori/portal-contract/endpoints/sign-in-rules";

/** What each strength of a second factor asks for. */
export const strengthWords: Readonly<Record<FactorStrength, MessageDescriptor>> = {
  any: msg`Passkey or authenticator app`,
  "phishing-resistant": msg`Passkey only`,
};

/** How long a session lasts at most. */
export const hoursWords = (hours: number): MessageDescriptor =>
  msg`${plural(hours, { one: "# hour at most", other: "# hours at most" })}`;

export const strengths = Object.keys(strengthWords) as FactorStrength[];

interface KindWords {
  readonly title: MessageDescriptor;
  /** What is said while there is no rule of the kind. */
  readonly none: MessageDescriptor;
  readonly dialogTitle: MessageDescriptor;
  /** What comes of it from the day on. */
  readonly after: MessageDescriptor;
  /** Who was counted, where somebody is affected and where nobody is. */
  readonly affected: (counts: { affected: number; members: number }) => MessageDescriptor;
  readonly nobody: MessageDescriptor;
  /** What stays when it is removed. */
  readonly lifted: MessageDescriptor;
}

export const kindWords: Readonly<Record<RuleKind, KindWords>> = {
  "second-factor": {
    title: msg`Two-factor authentication`,
    none: msg`No rule. Members decide for themselves.`,
    dialogTitle: msg`Require two-factor authentication`,
    after: msg`From that day on, members who don't have it yet set it up when they log in, before anything else. Sessions that began without it end.`,
    affected: (counts) =>
      msg`Members who don't have it yet: ${{ affected: counts.affected }} of ${{ members: counts.members }}`,
    nobody: msg`Everyone it applies to has it already.`,
    lifted: msg`The rule ends right away, and so does any scheduled change. Members keep the passkeys and apps they've added, but can remove them again.`,
  },
  networks: {
    title: msg`Networks`,
    none: msg`No rule. Members log in from anywhere.`,
    dialogTitle: msg`Limit logins to networks`,
    after: msg`From that day on, logins from other networks are refused, whichever way a member logs in. Sessions that were opened elsewhere end.`,
    affected: (counts) =>
      msg`Members whose last login came from elsewhere: ${{ affected: counts.affected }} of ${{ members: counts.members }}`,
    nobody: msg`No member's last login came from elsewhere.`,
    lifted: msg`The rule ends right away, and so does any scheduled change. Members can log in from anywhere again.`,
  },
  "session-length": {
    title: msg`Session length`,
    none: msg`No rule. A login lasts ${{ hours: sessionLifetimeMs / hourMs }} hours.`,
    dialogTitle: msg`Shorten sessions`,
    after: msg`From that day on, a login ends after that time, in connected applications too. Sessions that are open by then become shorter, too.`,
    affected: (counts) => msg`Members it applies to: all ${{ members: counts.members }}`,
    nobody: msg`There are no members.`,
    lifted: msg`The rule ends right away, and so does any scheduled change. Logins last as long as usual again.`,
  },
  "no-trusted-browsers": {
    title: msg`Trusted browsers`,
    none: msg`No rule. Members may trust a browser for ${{ days: trustedBrowserMs / dayMs }} days.`,
    dialogTitle: msg`Don't allow trusted browsers`,
    after: msg`From that day on, members give their second factor at every login, and browsers stop being trusted.`,
    affected: (counts) =>
      msg`Members who trust a browser: ${{ affected: counts.affected }} of ${{ members: counts.members }}`,
    nobody: msg`No member trusts a browser.`,
    lifted: msg`The rule ends right away, and so does any scheduled change. Members may trust a browser again.`,
  },
  "no-passwords": {
    title: msg`Passwords`,
    none: msg`No rule. Members may log in with a password.`,
    dialogTitle: msg`Turn off logins with a password`,
    after: msg`From that day on, members log in through your organization or with a passkey, and sessions that began with a password end. Only the emergency owner can still use a password; every owner is told each time.`,
    affected: (counts) =>
      msg`Members who have no other way to log in: ${{ affected: counts.affected }} of ${{ members: counts.members }}`,
    nobody: msg`Every member has another way to log in.`,
    lifted: msg`The rule ends right away, and so does any scheduled change. Members may log in with their passwords again.`,
  },
  "no-external-ids": {
    title: msg`External IDs`,
    none: msg`No rule. Members may log in with an external ID of their own.`,
    dialogTitle: msg`Don't allow external IDs`,
    after: msg`From that day on, members can't log in with an external ID of their own. Your organization's single sign-on isn't affected.`,
    affected: (counts) =>
      msg`Members with an external ID of their own: ${{ affected: counts.affected }} of ${{ members: counts.members }}`,
    nobody: msg`No member has an external ID of their own.`,
    lifted: msg`The rule ends right away, and so does any scheduled change. Members may log in with their external IDs again.`,
  },
};

export const ruleKinds = Object.keys(kindWords) as RuleKind[];

import type { Sealer } from "@sekimori/kit-server/sealing";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
import type { PortalContext } from "../../context.ts";
import type { AccountView, ShownProfile } from "../account/account-view.ts";
import { openCardHolder } from "../account/card-holder.ts";
import { isCardExpired } from "../account/card-view.ts";
import { openPersonalData, type PersonalData } from "../account/personal-data.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { planView } from "../plan/plan-view.ts";

interface SessionRow {
  readonly session_id: string;
  readonly authenticated_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly first_factor: "password" | "external" | "passkey";
  readonly second_factor: boolean;
  /** Null where there was none, or where it was a mailed code before other ways were known. */
  readonly second_way: SecondFactorWay | null;
  /** How the provider of an external ID recognised the person, in its words; null where it did not say. */
  readonly provider_amr: readonly string[] | null;
  /** Which authentication class that provider states; null where it does not. */
  readonly provider_acr: string | null;
  readonly account_id: string;
  readonly revision: number;
}

/** A signed-in caller: the session and the account behind it. */
export interface MemberRow extends SessionRow {
  readonly language: AccountView["language"];
  readonly is_agree_service: boolean;
  /** Set while the member is signed in by an external ID, or has no password. */
  readonly external_subject: string | null;
  readonly cached: { readonly view: AccountView; shown?: ShownProfile };
}

// Every request of a member runs this, so it is written out, shares a connection and reads as little
// as can be: two rows by their keys. The rest comes from the account's view, if the revision is a new one.
const sessionQuery = (named: "s.token_digest" | "s.id") => `
  select
    s.id as session_id, s.authenticated_at, s.last_seen_at, s.expires_at, s.first_factor,
    s.second_factor, s.second_way, s.provider_amr, s.provider_acr, a.id as account_id, a.revision
  from portal.session s
  join portal.account a on a.id = s.account_id
  where ${named} = $1 and s.expires_at > $2 and a.closed_at is null and a.access_ended_at is null`;

const byToken = sessionQuery("s.token_digest");
const bySession = sessionQuery("s.id");

type MemberContext = Pick<PortalContext, "db" | "pipeline" | "accountViews" | "clock">;

async function find(context: MemberContext, query: string, name: string) {
  const { db, pipeline, accountViews, clock } = context;
  const [session] = await pipeline.query<SessionRow>(query, [name, clock.now()]);
  if (session === undefined) return undefined;
  const cached = await accountViews.get(db, session.account_id, session.revision);
  if (cached === undefined) return undefined;
  const { view } = cached;
  const isExternal = session.first_factor === "external" || !view.has_password;
  const member: MemberRow = {
    ...session,
    language: view.language,
    is_agree_service: view.is_agree_service,
    external_subject: isExternal ? view.linked_subject : null,
    cached,
  };
  return member;
}

/** The member whose session a token's digest names; undefined when it ended or never was. */
export async function findMember(
  context: MemberContext,
  tokenDigest: string,
): Promise<MemberRow | undefined> {
  return find(context, byToken, tokenDigest);
}

/** The same by the session's identifier: for an answer after a change, when the token may be new. */
export async function findMemberBySession(
  context: MemberContext,
  sessionId: string,
): Promise<MemberRow | undefined> {
  return find(context, bySession, sessionId);
}

export function personalDataOf(sealer: Sealer, member: MemberRow): PersonalData {
  return openPersonalData(sealer, member.account_id, member.cached.view.personal);
}

function cardOf(sealer: Sealer, view: AccountView, now: Date): CardView | null {
  const { card_id, card_brand, card_last4, card_expiry_month, card_expiry_year } = view;
  if (
    card_id === null ||
    card_brand === null ||
    card_last4 === null ||
    card_expiry_month === null ||
    card_expiry_year === null ||
    view.card_holder === null
  ) {
    return null;
  }
  return {
    brand: card_brand,
    last4: card_last4,
    expiryMonth: card_expiry_month,
    expiryYear: card_expiry_year,
    holder: openCardHolder(sealer, card_id, view.card_holder),
    expired: isCardExpired(card_expiry_year, card_expiry_month, now),
  };
}

/** The pending address of an e-mail change, opened. */
export function openPendingEmail(sealer: Sealer, accountId: string, sealed: Buffer): string {
  return sealer.open(sealed, `portal.email_change.email:${accountId}`).toString("utf8");
}

/** The facts of the view's contract; before there is one, an account has the free plan's rights. */
function contractOf(view: AccountView) {
  return {
    plan: view.plan ?? "free",
    has_trial: view.has_trial ?? false,
    free_until: view.free_until,
    ends_on: view.ends_on,
    ended_on: null,
    suspended_on: view.suspended_on,
    next_billing_on: view.next_billing_on,
    monthly_price: view.monthly_price,
    tax_percent: view.tax_percent,
  };
}

function shownDetails({ firstName: _first, lastName: _last, ...details }: AccountInformation) {
  return { companyName: null, corporateNumber: null, ...details };
}

function shape(sealer: Sealer, member: MemberRow, now: Date, day: string): ShownProfile {
  const { view } = member.cached;
  const { email, information } = personalDataOf(sealer, member);
  const recoveryUntil = view.recovery_until?.getTime() ?? 0;
  const isRecovering = recoveryUntil > now.getTime() && view.recovery_ends_at !== null;
  const pendingUntil = view.pending_until?.getTime() ?? 0;
  const isPending = pendingUntil > now.getTime() && view.pending_email !== null;
  return {
    day,
    until: Math.min(
      isPending ? pendingUntil : Number.POSITIVE_INFINITY,
      isRecovering ? recoveryUntil : Number.POSITIVE_INFINITY,
    ),
    profile: {
      first_name: information.firstName,
      last_name: information.lastName,
      email_address: email,
      is_agree_service: view.is_agree_service,
      language_code: view.language,
      user_type: view.user_type,
      company_name: information.userType === "1" ? information.companyName : null,
      registered_details: shownDetails(information),
      mfa_enabled: view.mfa_enabled,
      monthly_summary: view.monthly_summary,
      promotional_mail: view.promotional_mail,
      pending_email:
        isPending && view.pending_email !== null
          ? openPendingEmail(sealer, member.account_id, view.pending_email)
          : null,
      recovery_ends_at: isRecovering ? (view.recovery_ends_at?.toISOString() ?? null) : null,
      has_own_plan: view.has_own_plan,
      plan: planView(contractOf(view), day),
      card: cardOf(sealer, view, now),
    },
  };
}

export function profileOf(sealer: Sealer, member: MemberRow, now: Date): Profile {
  const { cached } = member;
  const day = calendarDay(now);
  let { shown } = cached;
  if (shown === undefined || shown.day !== day || shown.until <= now.getTime()) {
    shown = shape(sealer, member, now, day);
    cached.shown = shown;
  }
  return {
    ...shown.profile,
    ...(member.external_subject === null ? {} : { sub_gmoid: member.external_subject }),
    session: {
      authenticated_at: member.authenticated_at.toISOString(),
      expires_at: member.expires_at.toISOString(),
      remaining_ms: member.expires_at.getTime() - now.getTime(),
    },
  };
}

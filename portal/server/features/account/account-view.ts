import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { CompiledQuery, type Kysely } from "kysely";

/** Everything about an account that a profile shows, as stored; one version of it. */
export interface AccountView {
  readonly revision: number;
  readonly personal: Buffer;
  readonly user_type: "1" | "2";
  readonly language: "ja" | "en";
  readonly is_agree_service: boolean;
  readonly mfa_enabled: boolean;
  readonly monthly_summary: boolean;
  readonly promotional_mail: boolean;
  readonly has_password: boolean;
  readonly linked_subject: string | null;
  readonly has_own_plan: boolean;
  readonly pending_email: Buffer | null;
  readonly pending_until: Date | null;
  readonly recovery_ends_at: Date | null;
  readonly recovery_until: Date | null;
  readonly plan: PlanId | null;
  readonly has_trial: boolean | null;
  readonly free_until: string | null;
  readonly ends_on: string | null;
  readonly suspended_on: string | null;
  readonly next_billing_on: string | null;
  readonly monthly_price: number | null;
  readonly tax_percent: string | null;
  readonly card_id: string | null;
  readonly card_brand: CardView["brand"] | null;
  readonly card_last4: string | null;
  readonly card_expiry_month: number | null;
  readonly card_expiry_year: number | null;
  readonly card_holder: Buffer | null;
}

const accountQuery = `
  select
    a.revision, a.personal, a.user_type, a.language, a.is_agree_service, a.mfa_enabled,
    a.monthly_summary, a.promotional_mail,
    exists (select from portal.credential p where p.account_id = a.id) as has_password,
    coalesce(
      (select subject from portal.external_identity x where x.account_id = a.id limit 1),
      (select subject from portal.sso_identity x where x.account_id = a.id
        order by x.linked_at, x.id limit 1)
    ) as linked_subject,
    not exists (
      select from portal.organisation_member m where m.account_id = a.id and not m.has_own_plan
    ) as has_own_plan,
    e.email as pending_email, e.expires_at as pending_until,
    r.ends_at as recovery_ends_at, r.finish_by as recovery_until,
    c.plan, c.has_trial, c.free_until::text, c.ends_on::text, c.suspended_on::text, c.next_billing_on::text, c.monthly_price, c.tax_percent,
    k.id as card_id, k.brand as card_brand, k.last4 as card_last4,
    k.expiry_month as card_expiry_month, k.expiry_year as card_expiry_year,
    k.holder as card_holder
  from portal.account a
  left join portal.email_change e on e.account_id = a.id
  left join portal.recovery_delay r on r.account_id = a.id and r.outcome is null
  left join portal.contract c on c.account_id = a.id and c.ended_on is null
  left join portal.card k on k.account_id = a.id and k.removed_at is null
  where a.id = $1`;

/** A profile without what belongs to the session, valid on one day and until one moment. */
export interface ShownProfile {
  readonly profile: Omit<Profile, "session" | "sub_gmoid">;
  readonly day: string;
  readonly until: number;
}

interface CachedView {
  readonly view: AccountView;
  shown?: ShownProfile;
}

/** What runs the statement: the database, or a transaction that is open. */
type Runner = Pick<Kysely<never>, "executeQuery">;

/** How many accounts a process keeps; the least recently used goes first. */
const capacity = 1_000;

/**
 * The account views of one process, each kept for as long as its revision in the database stays
 * the same. Every request reads the revision, so nothing outdated is ever shown, whichever process
 * changed it; what is saved is joining, opening and shaping the same rows again.
 */
export class AccountViews {
  readonly #cached = new Map<string, CachedView>();

  /** @param revision the account's present one, read with the session. */
  async get(db: Runner, accountId: string, revision: number): Promise<CachedView | undefined> {
    const known = this.#cached.get(accountId);
    if (known?.view.revision === revision) {
      this.#cached.delete(accountId);
      this.#cached.set(accountId, known);
      return known;
    }
    const { rows } = await db.executeQuery<AccountView>(
      CompiledQuery.raw(accountQuery, [accountId]),
    );
    const [view] = rows;
    if (view === undefined) return undefined;
    const cached: CachedView = { view };
    this.#cached.set(accountId, cached);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > capacity && oldest !== undefined) this.#cached.delete(oldest);
    return cached;
  }
}

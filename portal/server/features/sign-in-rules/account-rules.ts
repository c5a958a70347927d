import type {
  FactorStrength,
  RuleKind,
  SignInRule,
} from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { planEntitlements } from "@sekimori/portal-contract/entitlements";
import { sql } from "kysely";
import type { Queryable } from "../../context.ts";
import { type ContractFacts, planInForce } from "../plan/contract-state.ts";
import { calendarDay } from "../plan/plan-dates.ts";

/** What the organisation that an account belongs to asks of its sign-ins now. */
export interface AccountRules {
  /** Null where there is none, or it asks for nothing now. */
  readonly organisationId: string | null;
  /** The organisation's owner whom no rule keeps out; each use is told. */
  readonly isBreakGlass: boolean;
  readonly strength: FactorStrength | undefined;
  /** From where alone one may sign in; undefined where from anywhere. */
  readonly networks: readonly string[] | undefined;
  /** How many hours a session lasts at most; undefined where as long as usual. */
  readonly sessionHours: number | undefined;
  /** No browser stands for a second factor. */
  readonly noTrustedBrowsers: boolean;
  /** Nobody comes by an external identity of their own. */
  readonly noExternalIds: boolean;
  /** Nobody signs in by a password. */
  readonly noPasswords: boolean;
}

export const noRules: AccountRules = {
  organisationId: null,
  isBreakGlass: false,
  strength: undefined,
  networks: undefined,
  sessionHours: undefined,
  noTrustedBrowsers: false,
  noExternalIds: false,
  noPasswords: false,
};

type Found = ContractFacts & {
  readonly organisation_id: string;
  readonly break_glass_id: string | null;
  readonly rule: SignInRule;
  readonly enforced_at: Date | null;
};

async function findRules(
  db: Queryable,
  accountId: string,
  now: Date,
  isMeant: (found: Found) => boolean,
): Promise<AccountRules> {
  const { rows } = await sql<Found>`
    select distinct on (r.kind) r.rule, r.enforced_at, o.id as organisation_id, o.break_glass_id,
      c.plan, c.has_trial, c.free_until, c.ends_on, c.ended_on, c.suspended_on
    from portal.organisation_member m
    join portal.organisation o on o.id = m.organisation_id
    join portal.organisation_rule r on r.organisation_id = o.id and r.holds_from <= ${now}
    join portal.contract c on c.account_id = o.holder_id and c.ended_on is null
    where m.account_id = ${accountId}::uuid
    order by r.kind, r.holds_from desc`.execute(db);
  const [first] = rows;
  if (!first) return noRules;
  if (!planEntitlements[planInForce(first, calendarDay(now))].organisation) return noRules;
  const rules = rows.filter(isMeant).map(({ rule }) => rule);
  const ruleOf = <Kind extends RuleKind>(kind: Kind) =>
    rules.find((rule): rule is Extract<SignInRule, { kind: Kind }> => rule.kind === kind);
  return {
    organisationId: first.organisation_id,
    isBreakGlass: first.break_glass_id === accountId,
    strength: ruleOf("second-factor")?.strength,
    networks: ruleOf("networks")?.networks,
    sessionHours: ruleOf("session-length")?.hours,
    noTrustedBrowsers: ruleOf("no-trusted-browsers") !== undefined,
    noExternalIds: ruleOf("no-external-ids") !== undefined,
    noPasswords: ruleOf("no-passwords") !== undefined,
  };
}

/**
 * The rules that hold for an account. Only who has agreed to belong to an organisation is under any, and
 * none holds while its holder's plan has no organisation.
 */
export const findAccountRules = (
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<AccountRules> => findRules(db, accountId, now, () => true);

/** Of these the ones that open sessions have not been held to yet. */
export const findNewRules = (db: Queryable, accountId: string, now: Date): Promise<AccountRules> =>
  findRules(db, accountId, now, ({ enforced_at: enforcedAt }) => enforcedAt === null);

/** What keeps an account to its rules; the break-glass owner goes by them, or past them with an alarm. */
export const binding = (rules: AccountRules): AccountRules =>
  rules.isBreakGlass
    ? { ...rules, strength: undefined, networks: undefined, noPasswords: false }
    : rules;

/** Whether an account is an organisation's break-glass owner while that has rules, or some to come. */
export async function keepsGlass(db: Queryable, accountId: string): Promise<boolean> {
  const kept = await db
    .selectFrom("portal.organisation as organisation")
    .innerJoin("portal.organisation_rule as rule", "rule.organisation_id", "organisation.id")
    .select("organisation.id")
    .where("organisation.break_glass_id", "=", accountId)
    .executeTakeFirst();
  return kept !== undefined;
}

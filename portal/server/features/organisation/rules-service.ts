import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import {
  ruleDaysMost,
  ruleDaysSuggested,
  rulePreviewMost,
} from "@sekimori/portal-contract/constants";
import type {
  RulePreview,
  RulesPage,
} from "@sekimori/portal-contract/endpoints/organisation-rules";
import type { RuleKind, SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import { findAccount } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findWays } from "../authenticators/authenticator-repository.ts";
import { addDays, type CalendarDay, calendarDay, tokyoMoment } from "../plan/plan-dates.ts";
import type { LockableMember } from "../session/lock-member.ts";
import { isInside } from "../sign-in-rules/judge.ts";
import { deleteRules, findRulesOf, insertRule } from "../sign-in-rules/rule-repository.ts";
import { findAffected } from "./affected.ts";
import { includesOrganisation } from "./inclusion.ts";
import * as rows from "./organisation-repository.ts";
import { lockOwnOrganisation, requireIncluded } from "./organisation-service.ts";
import { remindOf } from "./rule-reminders.ts";

type Person = RulePreview["people"][number];

function showPerson(
  { sealer }: Pick<PortalContext, "sealer">,
  { id, personal }: { readonly id: string; readonly personal: Buffer },
  viewerId: string,
): Person {
  const { email, information } = openPersonalData(sealer, id, personal);
  const { firstName, lastName } = information;
  return { firstName, lastName, email, isYou: id === viewerId };
}

/** What an account has to be the break-glass owner with. */
async function glassOf(db: Queryable, accountId: string): Promise<RulesPage["own"]> {
  const ways = await findWays(db, accountId);
  return {
    hasPasskey: ways.includes("passkey"),
    hasRecoveryCodes: ways.includes("recovery-code"),
  };
}

const isReady = ({ hasPasskey, hasRecoveryCodes }: RulesPage["own"]) =>
  hasPasskey && hasRecoveryCodes;

async function showBreakGlass(
  context: PortalContext,
  { break_glass_id: id }: rows.OrganisationRow,
  viewerId: string,
): Promise<RulesPage["breakGlass"]> {
  const account = id === null ? undefined : await findAccount(context.db, id);
  if (!account) return null;
  return {
    ...showPerson(context, account, viewerId),
    isReady: isReady(await glassOf(context.db, account.id)),
  };
}

function daysFrom(now: Date): RulesPage["days"] {
  const today = calendarDay(now);
  return {
    first: addDays(today, 1),
    suggested: addDays(today, ruleDaysSuggested),
    last: addDays(today, ruleDaysMost),
  };
}

/** The rules of the organisation that a member owns. @throws AppError NotFound. */
export async function showRulesOf(
  context: PortalContext,
  accountId: string,
  { ipAddress }: Pick<ClientInfo, "ipAddress">,
): Promise<RulesPage> {
  const { db, clock } = context;
  const now = clock.now();
  const organisation = await rows.findOwned(db, accountId);
  if (!organisation) throw new AppError("NotFound");
  const rules = await findRulesOf(db, organisation.id, now);
  return {
    included: await includesOrganisation(db, organisation.holder_id, now),
    rules: rules.map(({ rule, holds_from: from }) => ({
      rule,
      state: from <= now ? "holds" : "coming",
      holdsFrom: calendarDay(from),
    })),
    breakGlass: await showBreakGlass(context, organisation, accountId),
    own: await glassOf(db, accountId),
    ipAddress,
    days: daysFrom(now),
  };
}

/** Who would meet a rule. Nothing is written. @throws AppError NotFound, OrganisationNotIncluded. */
export async function previewRuleFor(
  context: PortalContext,
  accountId: string,
  rule: SignInRule,
): Promise<RulePreview> {
  const { db, clock } = context;
  const organisation = await rows.findOwned(db, accountId);
  if (!organisation) throw new AppError("NotFound");
  const now = clock.now();
  await requireIncluded(db, organisation.holder_id, now);
  const { affected, ...found } = await findAffected(context, db, organisation, rule, now);
  return {
    ...found,
    affected: affected.length,
    people: affected
      .slice(0, rulePreviewMost)
      .map((person) => showPerson(context, person, accountId)),
  };
}

/** @throws AppError BreakGlassMissing where nobody could come in who is kept out by no rule. */
async function requireBreakGlass(
  tx: PortalTransaction,
  { id, break_glass_id: glass }: rows.OrganisationRow,
): Promise<void> {
  const isOwner = glass !== null && (await rows.findOwners(tx, id)).includes(glass);
  if (!isOwner || !isReady(await glassOf(tx, glass))) throw new AppError("BreakGlassMissing");
}

const detailOf = (rule: SignInRule) =>
  rule.kind === "networks" ? { ...rule, networks: rule.networks.join(" ") } : rule;

/**
 * Sets a rule from a day on, and has those told whom it affects.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, BreakGlassMissing, RuleDayRefused, OwnNetworkMissing
 *   where who sets it comes from none of its networks, SessionExpired.
 */
export async function setRuleOf(
  context: PortalContext,
  member: LockableMember,
  { rule, holdsFrom }: { readonly rule: SignInRule; readonly holdsFrom: CalendarDay },
  client: ClientInfo,
): Promise<RulesPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    const { id: organisationId } = organisation;
    await requireIncluded(tx, organisation.holder_id, at);
    await requireBreakGlass(tx, organisation);
    const { first, last } = daysFrom(at);
    if (holdsFrom < first || holdsFrom > last) {
      throw new AppError("RuleDayRefused", { data: { last } });
    }
    if (rule.kind === "networks" && !isInside(rule.networks, client.ipAddress)) {
      throw new AppError("OwnNetworkMissing", { data: { ipAddress: client.ipAddress } });
    }
    await insertRule(tx, { organisationId, rule, holdsFrom: tokyoMoment(holdsFrom, 0) }, at);
    await remindOf(tx, organisationId);
    const detail = { ...detailOf(rule), from: holdsFrom };
    await appendAudit(tx, { accountId, action: "rule.set", at, client, detail });
  });
  return showRulesOf(context, accountId, client);
}

/** Lifts the rules of a kind at once. @throws AppError NotFound, SessionExpired. */
export async function liftRuleOf(
  context: PortalContext,
  member: LockableMember,
  kind: RuleKind,
  client: ClientInfo,
): Promise<RulesPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const { id } = await lockOwnOrganisation(tx, member, at);
    if (!(await deleteRules(tx, id, kind))) throw new AppError("NotFound");
    await appendAudit(tx, { accountId, action: "rule.lifted", at, client, detail: { kind } });
  });
  return showRulesOf(context, accountId, client);
}

/**
 * Makes an owner the one whom no rule keeps out.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, BreakGlassMissing without a passkey or recovery
 *   codes, SessionExpired.
 */
export async function nameBreakGlassOf(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<RulesPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    await requireIncluded(tx, organisation.holder_id, at);
    if (!isReady(await glassOf(tx, accountId))) throw new AppError("BreakGlassMissing");
    await rows.updateBreakGlass(tx, organisation.id, accountId);
    await appendAudit(tx, { accountId, action: "break-glass.named", at, client });
  });
  return showRulesOf(context, accountId, client);
}

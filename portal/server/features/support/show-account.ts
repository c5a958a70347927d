import type { Localized } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { closedAccountMs } from "@sekimori/portal-contract/constants";
import type { PortalContext } from "../../context.ts";
import type { AccountWithPassword } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { type FormerAddress, formerAddresses } from "../change-email/undo-service.ts";
import { type ActingOperator, OperatorRefused, recordActOn } from "../operator/operator-audit.ts";
import { requireReason } from "../operator/reason.ts";
import { mayUndo } from "../plan/contract-state.ts";
import { type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import { type Standing, standingOf } from "./account-standing.ts";
import { type MemberAccess, showAccess } from "./member-access.ts";
import { type MemberConsents, showConsents } from "./member-consents.ts";
import { type MemberMoney, showMoney } from "./member-money.ts";
import { type OpenRequest, openRequests } from "./open-requests.ts";
import { standingSentence } from "./standing-sentence.ts";

/** A member on one page. */
export interface ShownMember {
  readonly id: string;
  readonly name: string;
  readonly company: string | null;
  readonly corporateNumber: string | null;
  readonly email: string;
  readonly language: "ja" | "en";
  readonly createdAt: Date;
  readonly standing: Standing;
  /** The same in a sentence or two. */
  readonly sentence: Localized;
  readonly money: MemberMoney;
  readonly access: MemberAccess;
  readonly consents: MemberConsents;
  readonly open: readonly OpenRequest[];
  /** What can be taken back for them. */
  readonly undo: {
    /** The last day on which the contract's end can be. */
    readonly end: {
      readonly of: "cancellation" | "withdrawal";
      readonly until: CalendarDay;
    } | null;
    readonly addresses: readonly FormerAddress[];
  };
}

/** An account whether it is open or closed; undefined once it is deleted. */
const findAny = ({ db }: PortalContext, id: string): Promise<AccountWithPassword | undefined> =>
  db
    .selectFrom("portal.account")
    .leftJoin("portal.credential", "portal.credential.account_id", "portal.account.id")
    .selectAll("portal.account")
    .select("portal.credential.password_hash")
    .where("portal.account.id", "=", id)
    .executeTakeFirst();

function sentenceOf(
  { closed_at: closedAt, created_at: since, password_reset_required }: AccountWithPassword,
  standing: Standing,
  { contract }: MemberMoney,
  { locks }: MemberAccess,
): Localized {
  const until = locks.flatMap(({ until }) => until ?? []).toSorted((a, b) => +b - +a);
  return standingSentence({
    standing,
    since,
    deletesOn: closedAt
      ? calendarDay(new Date(closedAt.getTime() + closedAccountMs))
      : (contract?.deletesOn ?? null),
    suspendedOn: contract?.suspendedOn ?? null,
    lockedUntil: until[0] ?? null,
    resetRequired: password_reset_required,
  });
}

/**
 * A member on one page: who it is and where they stand, contract and charges with the reason of each
 * amount, how they sign in, what they agreed to, and what is open. That somebody looked, who and why,
 * is written down before it is returned.
 *
 * @param reason why, for the audit log
 * @throws OperatorRefused: no account, because there was none or it is deleted; no reason
 */
export async function showAccount(
  context: PortalContext,
  { operator }: ActingOperator,
  accountId: string,
  reason: string,
): Promise<ShownMember> {
  const why = requireReason(reason);
  const account = await findAny(context, accountId);
  if (!account) throw new OperatorRefused("No account has this id; it may be deleted.");
  const { email, information } = openPersonalData(context.sealer, account.id, account.personal);
  const [money, access] = [await showMoney(context, accountId), await showAccess(context, account)];
  const standing = standingOf({
    closedAt: account.closed_at,
    hasAgreed: account.is_agree_service,
    deletesOn: money.contract?.deletesOn ?? null,
    suspendedOn: money.contract?.suspendedOn ?? null,
  });
  const consents = await showConsents(context, account);
  const open = await openRequests(context, accountId);
  const detail = { reason: why, shown: "account" };
  await transaction(context.db, (tx) =>
    recordActOn(tx, context, { operator }, { accountId, action: "operator.account-read", detail }),
  );
  const isFirm = information.userType === "1";
  return {
    id: account.id,
    name: `${information.lastName} ${information.firstName}`,
    company: isFirm ? information.companyName : null,
    corporateNumber: isFirm ? information.corporateNumber : null,
    email,
    language: account.language,
    createdAt: account.created_at,
    standing,
    sentence: sentenceOf(account, standing, money, access),
    money,
    access,
    consents,
    open,
    undo: {
      end: await undoableEnd(context, accountId),
      addresses: account.closed_at === null ? await formerAddresses(context, accountId) : [],
    },
  };
}

async function undoableEnd(
  { db, clock }: PortalContext,
  accountId: string,
): Promise<ShownMember["undo"]["end"]> {
  const contract = await db
    .selectFrom("portal.contract")
    .select(["ends_on", "ended_on", "end_reason"])
    .where("account_id", "=", accountId)
    .where("ended_on", "is", null)
    .executeTakeFirst();
  const until = contract?.ends_on;
  if (!contract || !until || !mayUndo(contract, calendarDay(clock.now()))) return null;
  return { of: contract.end_reason === "withdrawn" ? "withdrawal" : "cancellation", until };
}

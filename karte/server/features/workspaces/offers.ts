import { randomUUID } from "node:crypto";
import type { OfferKind } from "@sekimori/karte-contract/endpoints/workspaces";
import { actOfOffer } from "@sekimori/karte-contract/rights";
import { AppError } from "@sekimori/kit-server/errors";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { offerCode, roleCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { tellOfClosing } from "../contract/closing-news.ts";
import { cachedContract, hearContract } from "../contract/contract-service.ts";
import { lockMembers } from "../people/member-service.ts";
import { localeOf, openMailedPerson } from "../principals/person.ts";
import { type Member, mustBeAllowed, mustHaveRight } from "../principals/principals.ts";
import { tellGiver } from "./offer-news.ts";
import { workspaceMail } from "./workspace-mails.ts";
import { contractIsFree, mustHaveContract, offerEnd } from "./workspace-service.ts";

const actor = ({ person, ipAddress }: Member) => ({ id: person.id, ipAddress });

/**
 * Offers a member the ownership or the contract; nothing changes before they say yes. An offer of
 * the same thing that was there before is replaced.
 *
 * @throws AppError NotAllowed, NotFound, WrongState when they have it already.
 */
export async function offerNow(
  context: KarteContext,
  member: Member,
  to: string,
  what: OfferKind,
): Promise<string> {
  const { clock, db, mail, sealer, settings } = context;
  mustBeAllowed(member, actOfOffer(what));
  return inScope(db, member.scope, async (tx) => {
    const members = await lockMembers(tx);
    const receiver = members.find((one) => one.id === to && one.isActive);
    if (receiver === undefined) throw new AppError("NotFound");
    const { owner } = await cachedContract(tx);
    const hasIt = what === "ownership" ? receiver.role === "owner" : owner === to;
    // Only whoever pays can offer that somebody else does.
    const mayOffer = what === "ownership" || owner === member.person.id;
    if (hasIt || !mayOffer) throw new AppError("WrongState", { data: { state: what } });
    const now = clock.now();
    const id = randomUUID();
    await tx.deleteFrom("karte.offer").where("what", "=", offerCode.of(what)).execute();
    await tx
      .insertInto("karte.offer")
      .values({
        id,
        workspace_id: member.workspaceId,
        what: offerCode.of(what),
        from_account: member.person.id,
        to_account: to,
        offered_at: now,
        expires_at: offerEnd(now),
      })
      .execute();
    const row = await tx
      .selectFrom("karte.member")
      .select(["workspace_id", "account_id", "personal", "locale"])
      .where("account_id", "=", to)
      .executeTakeFirstOrThrow();
    const news = {
      person: openMailedPerson(sealer, row),
      locale: localeOf(row),
      workspace: member.name,
      by: member.person.name,
    };
    await mail.queueMail(tx, workspaceMail(settings, what, news));
    await appendActivity(tx, {
      at: now,
      action: "workspace.offered",
      by: actor(member),
      detail: { what, account: to },
    });
    return id;
  });
}

/** Takes an offer back. @throws AppError NotFound, NotAllowed. */
export async function withdrawNow(
  { clock, db }: KarteContext,
  member: Member,
  id: string,
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const row = await tx
      .deleteFrom("karte.offer")
      .where("id", "=", id)
      .returning("what")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NotFound");
    const what = offerCode.word(row.what);
    mustHaveRight(member, actOfOffer(what));
    await appendActivity(tx, {
      at: clock.now(),
      action: "workspace.offer-withdrawn",
      by: actor(member),
      detail: { what },
    });
  });
}

/** The offer is spent with whatever comes of it. @throws AppError NotFound. */
async function takeOffer(tx: KarteTransaction, member: Member, id: string, now: Date) {
  const row = await tx
    .deleteFrom("karte.offer")
    .where("id", "=", id)
    .where("to_account", "=", member.person.id)
    .where("expires_at", ">", now)
    .returning(["what", "from_account"])
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NotFound");
  return { what: offerCode.word(row.what), from: row.from_account, to: member.person.id };
}

/** Says no. @throws AppError NotFound. */
export async function declineNow(context: KarteContext, member: Member, id: string): Promise<void> {
  const { clock, db } = context;
  await inScope(db, wholeWorkspace(member.workspaceId), async (tx) => {
    const now = clock.now();
    const offer = await takeOffer(tx, member, id, now);
    const { what } = offer;
    await tellGiver(context, tx, "offer.declined", offer);
    await appendActivity(tx, {
      at: now,
      action: "workspace.offer-declined",
      by: actor(member),
      detail: { what },
    });
  });
}

/** What a person has given, no group of the directory takes. */
async function keepByHand(
  tx: KarteTransaction,
  id: string,
  given: { readonly role?: number; readonly restricted?: boolean } = {},
): Promise<void> {
  await tx
    .updateTable("karte.member")
    .set({ ...given, by_directory: false })
    .where("account_id", "=", id)
    .execute();
}

/**
 * Says yes. The new owner takes the place of the one who offered it, who stays as administrator;
 * whoever takes the contract from an owner is an owner with it. An offer is worth what its maker has
 * at this moment: nobody who has been removed since gives a workspace away, and from a contract's
 * holder who is no owner nobody becomes one.
 *
 * @throws AppError NotFound, PortalUnavailable
 */
export async function acceptNow(context: KarteContext, member: Member, id: string): Promise<void> {
  const { clock, db } = context;
  const me = member.person.id;
  const whole = wholeWorkspace(member.workspaceId);
  const { what: known } = await inScope(db, whole, async (tx) => {
    const row = await tx
      .selectFrom("karte.offer")
      .select("what")
      .where("id", "=", id)
      .where("to_account", "=", me)
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NotFound");
    return { what: offerCode.word(row.what) };
  });
  if (known === "contract") await mustHaveContract(context, me);
  await inScope(db, whole, async (tx) => {
    const now = clock.now();
    const members = await lockMembers(tx);
    const offer = await takeOffer(tx, member, id, now);
    const { what, from } = offer;
    const maker = members.find((one) => one.id === from && one.isActive);
    const isOwners = maker?.role === "owner";
    const isTheirs = what === "contract" ? (await cachedContract(tx)).owner === from : isOwners;
    if (maker === undefined || !isTheirs) throw new AppError("NotFound");
    await keepByHand(tx, me, isOwners ? { role: roleCode.of("owner"), restricted: false } : {});
    if (what === "contract") {
      await tx.updateTable("karte.workspace").set({ contract_owner: me }).execute();
    } else {
      await keepByHand(tx, from, { role: roleCode.of("admin") });
    }
    await tellGiver(context, tx, "offer.accepted", offer);
    await tellOfClosing(context, tx);
    await appendActivity(tx, {
      at: now,
      action: what === "contract" ? "workspace.contract-changed" : "workspace.handed-over",
      by: actor(member),
      detail: { from },
    });
  });
  if (known === "contract") await hearContract(context, member.workspaceId);
}

/**
 * Puts a workspace whose contract's owner has gone on the caller's own contract.
 *
 * @throws AppError WrongState while that person is a member, PortalUnavailable.
 */
export async function takeContractNow(context: KarteContext, member: Member): Promise<void> {
  const { clock, db } = context;
  const me = member.person.id;
  await mustHaveContract(context, me);
  await inScope(db, member.scope, async (tx) => {
    await lockMembers(tx);
    const { owner } = await cachedContract(tx);
    if (!(await contractIsFree(tx, owner))) {
      throw new AppError("WrongState", { data: { state: "contract" } });
    }
    await tx.updateTable("karte.workspace").set({ contract_owner: me }).execute();
    await appendActivity(tx, {
      at: clock.now(),
      action: "workspace.contract-changed",
      by: actor(member),
      detail: { from: owner },
    });
  });
  await hearContract(context, member.workspaceId);
}

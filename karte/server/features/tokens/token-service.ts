import { randomUUID } from "node:crypto";
import { tokensMost } from "@sekimori/karte-contract/constants";
import type { addToken, listTokens } from "@sekimori/karte-contract/endpoints/tokens";
import { canRestrictToken } from "@sekimori/karte-contract/token-scopes";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { knownGroups } from "../groups/group-repository.ts";
import type { Member } from "../principals/principals.ts";
import { tokenPrefix } from "./token-calls.ts";
import {
  deleteToken,
  deleteTokensOf,
  insertToken,
  lockedTokenCount,
  tokenViews,
} from "./token-repository.ts";

type NewToken = EndpointRequest<typeof addToken>["body"];

/** Only what sees no more than domains can be held to groups. @throws AppError InvalidInput. */
export function mustBeRestrictable({ scopes, groups }: NewToken): void {
  if (groups !== null && !canRestrictToken(scopes)) throw invalidField("groups", "not_accepted");
}

/** @throws AppError PlanLimit. */
async function mustHaveRoom(tx: KarteTransaction, workspaceId: string): Promise<void> {
  // Two that come together must not both be the last.
  const count = await lockedTokenCount(tx, workspaceId);
  const { answer } = await cachedContract(tx);
  const limit = answer.entitlements.api ? tokensMost : 0;
  if (count >= limit) throw new AppError("PlanLimit", { data: { what: "api", limit } });
}

/** The tokens of a member's workspace. */
export function tokensOf(
  context: KarteContext,
  { scope }: Member,
): Promise<EndpointResult<typeof listTokens>> {
  return inScope(context.db, scope, async (tx) => ({ tokens: await tokenViews(tx, context) }));
}

/** Makes a token. Its secret is told this once. @throws AppError PlanLimit, NotFound for a group. */
export function addOne(
  context: KarteContext,
  member: Member,
  { label, groups, days, ...body }: NewToken,
): Promise<EndpointResult<typeof addToken>> {
  const { db, clock } = context;
  const scopes = [...new Set(body.scopes)];
  const restrictedTo = groups && [...new Set(groups)];
  const secret = `${tokenPrefix}${newToken()}`;
  const id = randomUUID();
  return inScope(db, member.scope, async (tx) => {
    await mustHaveRoom(tx, member.workspaceId);
    const known = await knownGroups(tx, restrictedTo ?? []);
    if (known.length !== (restrictedTo ?? []).length) throw new AppError("NotFound");
    const now = clock.now();
    await insertToken(tx, {
      id,
      workspace_id: member.workspaceId,
      label,
      digest: hashToken(secret),
      hint: secret.slice(-4),
      scopes,
      group_ids: restrictedTo,
      created_by: member.person.id,
      created_at: now,
      expires_at: new Date(now.getTime() + days * dayMs),
    });
    const token = (await tokenViews(tx, context)).find((one) => one.id === id);
    if (token === undefined) throw new AppError("NotFound");
    await appendActivity(tx, {
      at: now,
      action: "token.created",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { label, scopes: scopes.join(" "), until: token.expiresAt },
    });
    return { token, secret };
  });
}

/** Calls with the token fail from now on. @throws AppError NotFound. */
export async function revokeOne(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const label = await deleteToken(tx, id);
    if (label === undefined) throw new AppError("NotFound");
    await appendActivity(tx, {
      at: clock.now(),
      action: "token.revoked",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { label },
    });
  });
}

/**
 * Ends the tokens that somebody made in the transaction's workspace, all of them or those made before a
 * moment: their organisation keeps them out, or did.
 */
export async function revokeMadeBy(
  { clock }: Pick<KarteContext, "clock">,
  tx: KarteTransaction,
  account: string,
  madeBefore: Date | undefined,
): Promise<void> {
  for (const label of await deleteTokensOf(tx, account, madeBefore)) {
    const detail = { label, accessEnded: true };
    await appendActivity(tx, { at: clock.now(), action: "token.revoked", by: null, detail });
  }
}

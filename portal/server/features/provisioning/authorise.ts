import { clientOf } from "@sekimori/kit-server/client-info";
import { hashToken } from "@sekimori/kit-server/cookies";
import type { FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import { includesOrganisation } from "../organisation/inclusion.ts";
import { type Caller, isId } from "./caller.ts";
import { ScimError } from "./scim-error.ts";

const callsOfDirectory = { by: "application", points: 25, seconds: 1 } as const;
const refusedOfNetwork = { by: "network", points: 60, seconds: 60 } as const;
const longLooks = { by: "application", points: 60, seconds: 60 } as const;

/** A token's last use is noted once a minute. */
const notedEveryMs = 60_000;

const bearer = /^Bearer (sks_[\w-]{43})$/i;

/**
 * Whose directory calls: a live token of the organisation in the address. A wrong token and a wrong
 * address are one answer.
 *
 * @throws ScimError 401. @throws AppError TooManyRequest.
 */
export async function authorise(
  context: PortalContext,
  request: FastifyRequest,
  organisationId: string,
): Promise<Caller> {
  const { db, clock, limiter } = context;
  const now = clock.now();
  const [, token] = bearer.exec(request.headers.authorization ?? "") ?? [];
  const row =
    token === undefined || !isId(organisationId)
      ? undefined
      : await db
          .selectFrom("portal.scim_token as token")
          .innerJoin("portal.organisation as organisation", (join) =>
            join.onRef("organisation.id", "=", "token.organisation_id"),
          )
          .select(["token.id", "token.last_used_at", "organisation.id as organisation_id"])
          .select("organisation.holder_id")
          .where("token.token_digest", "=", hashToken(token))
          .where("token.organisation_id", "=", organisationId)
          .where("token.expires_at", ">", now)
          .executeTakeFirst();
  if (!row) {
    await limiter.consume("scimRefused", refusedOfNetwork, request.ip);
    throw new ScimError(401, "The token is missing, wrong, ended or another organization's.");
  }
  await limiter.consume("scim", callsOfDirectory, row.organisation_id);
  const { last_used_at: usedAt } = row;
  if (usedAt === null || now.getTime() - usedAt.getTime() > notedEveryMs) {
    await db
      .updateTable("portal.scim_token")
      .set({ last_used_at: now })
      .where("id", "=", row.id)
      .execute();
  }
  return {
    organisationId: row.organisation_id,
    isIncluded: await includesOrganisation(db, row.holder_id, now),
    client: clientOf(request),
  };
}

/** Spends from the budget of looks at everybody, of which each name has to be opened. */
export const takeLongLook = async (
  { limiter }: Pick<PortalContext, "limiter">,
  { organisationId }: Caller,
): Promise<void> => {
  await limiter.consume("scimLongLooks", longLooks, organisationId);
};

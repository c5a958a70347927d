import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import { registerOneClick, unsubscribeHeaders } from "@sekimori/kit-server/unsubscribe";
import type { FastifyInstance } from "fastify";
import type { KarteContext } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";

interface Reader {
  readonly workspaceId: string;
  readonly accountId: string;
}

/** Whom a digest's link names: one person's mail of one workspace. */
export function readDigestToken(
  { unsubscribeTokens }: Pick<KarteContext, "unsubscribeTokens">,
  token: string,
): Reader | undefined {
  const subject = unsubscribeTokens.read(token);
  return subject === undefined ? undefined : readerOf(subject);
}

function readerOf(subject: string): Reader {
  const [workspaceId = "", accountId = ""] = subject.split(".");
  return { workspaceId, accountId };
}

/** The address of a digest's link, and the headers by which mail programs offer the same. */
export function digestLink(
  { unsubscribeTokens, settings }: Pick<KarteContext, "unsubscribeTokens" | "settings">,
  { workspaceId, accountId }: Reader,
) {
  const url = new URL(pagePaths.unsubscribe, settings.karteOrigin);
  url.searchParams.set(queryNames.token, unsubscribeTokens.make(`${workspaceId}.${accountId}`));
  return { url: url.href, headers: unsubscribeHeaders(url.href) };
}

/**
 * Switches a member's digest on or off. It is theirs alone: no log of the workspace has it.
 *
 * @returns the workspace's name; undefined where they are no member of it any more.
 */
export function subscribeToDigest(
  { db }: Pick<KarteContext, "db">,
  { workspaceId, accountId }: Reader,
  enabled: boolean,
): Promise<string | undefined> {
  return inScope(db, wholeWorkspace(workspaceId), async (tx) => {
    const row = await tx
      .updateTable("karte.member as member")
      .from("karte.workspace as workspace")
      .set({ weekly_mail: enabled })
      .where("member.account_id", "=", accountId)
      .whereRef("workspace.id", "=", "member.workspace_id")
      .returning("workspace.name")
      .executeTakeFirst();
    return row?.name;
  });
}

/** A mail program's one press, at the address of the page (RFC 8058). */
export const registerDigestOneClick = (
  app: FastifyInstance,
  context: KarteContext,
): Promise<void> =>
  registerOneClick(app, {
    path: pagePaths.unsubscribe,
    query: queryNames.token,
    limiter: context.limiter,
    tokens: context.unsubscribeTokens,
    unsubscribe: (subject) => subscribeToDigest(context, readerOf(subject), false),
  });

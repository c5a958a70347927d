import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../context.ts";
import { type EndedLogins, ExternalIdentityError } from "../../ports/external-identity.ts";
import type { SamlMessage } from "../../ports/saml-provider.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { useAssertion } from "./assertion-repository.ts";
import { type ConnectionRow, clientOf, findConnectionAt } from "./connection-repository.ts";
import { endLogins } from "./login-repository.ts";
import { samlClientOf } from "./saml-client.ts";

/** What one provider may say in ten minutes: its owner holds the keys, and each word is kept for an hour. */
const words = { by: "application", points: 6_000, seconds: 600 } as const;

/** Ends what a provider says has ended, once for each word, with the record of it. @throws AppError TooManyRequest. */
async function endSaid(
  context: PortalContext,
  row: ConnectionRow,
  ended: EndedLogins,
  client: ClientInfo | null,
): Promise<void> {
  const { db, clock, limiter } = context;
  await limiter.consume("providerSignOutWords", words, row.id);
  const at = clock.now();
  await transaction(db, async (tx) => {
    const isNew = await useAssertion({ db: tx, clock }, row.id, `logout:${ended.wordId}`);
    if (!isNew) throw new ExternalIdentityError("untrusted", new Error("said before"));
    for (const accountId of await endLogins(tx, row, ended)) {
      await appendAudit(tx, { accountId, action: "sign-out.by-provider", at, client });
    }
  });
}

const unknown = () => new ExternalIdentityError("untrusted", new Error("no such connection"));

/**
 * What an OpenID provider tells by the back channel. A connection that is off is listened to as well: its
 * people are logged in still.
 *
 * @throws ExternalIdentityError, AppError TooManyRequest.
 */
export async function endByToken(
  context: PortalContext,
  address: string,
  token: string,
): Promise<void> {
  const row = await findConnectionAt(context.db, address);
  if (row?.protocol !== "openid") throw unknown();
  const provider = context.organisationProvider(clientOf(context, row));
  await endSaid(context, row, await provider.readLogout(token), null);
}

/**
 * What a SAML provider has a browser say.
 *
 * @returns where the browser takes our answer; undefined where the provider wants none.
 * @throws ExternalIdentityError, AppError TooManyRequest.
 */
export async function endByMessage(
  context: PortalContext,
  address: string,
  message: SamlMessage,
  { relayState, client }: { readonly relayState: string; readonly client: ClientInfo },
): Promise<string | undefined> {
  const row = await findConnectionAt(context.db, address);
  if (row?.protocol !== "saml") throw unknown();
  const provider = context.saml.provider(await samlClientOf(context, row));
  const ended = await provider.readLogout(message);
  await endSaid(context, row, ended, client);
  return provider.answerLogout(ended.wordId, relayState);
}

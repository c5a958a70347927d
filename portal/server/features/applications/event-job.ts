import { defineJob, type Job } from "@sekimori/kit-server/jobs";
import {
  type ApplicationEventName,
  applicationEvents,
} from "@sekimori/portal-contract/applications/events";
import { importJWK, SignJWT } from "jose";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { issuerOf } from "../openid/protocol/provider-paths.ts";
import { signingKey } from "../openid/provider/signing-keys.ts";

const eventNames = Object.keys(applicationEvents) as [ApplicationEventName];

/** Written by the triggers on contract and account, in the commit that changes them. */
const applicationEvent = defineJob(
  "portal.application-event",
  z.object({
    id: z.uuid(),
    client: z.string(),
    account: z.uuid(),
    event: z.enum(eventNames),
    /** Seconds since 1970. */
    at: z.number(),
  }),
);

/** Who knows of closed accounts only hears of a deleted one too. */
const kindsOf = (event: ApplicationEventName): readonly string[] =>
  event === "account-deleted"
    ? [applicationEvents["account-closed"], applicationEvents["account-deleted"]]
    : [applicationEvents[event]];

const addressSchema = z.object({
  events_uri: z.url().optional(),
  id_token_signed_response_alg: z.enum(["RS256", "ES256"]),
});

/**
 * Tells an application of an event: a signed token, posted again until it is accepted, a deletion
 * for as long as it takes, anything else about four days long. The token's `jti` stays the same, so
 * that an application knows what it has got twice.
 */
export function applicationEventJob(
  context: Pick<PortalContext, "settings" | "db" | "clock" | "sealer" | "outbound">,
): Job {
  const { db, outbound, settings } = context;
  return applicationEvent.handledBy(async ({ id, client, account, event, at }, { signal }) => {
    const row = await db
      .selectFrom("portal.oidc_client")
      .select("metadata")
      .where("client_id", "=", client)
      .executeTakeFirst();
    if (row === undefined) return;
    const metadata = addressSchema.parse(row.metadata);
    if (metadata.events_uri === undefined) return;
    const { kid, ...key } = await signingKey(context, metadata.id_token_signed_response_alg);
    const issuer = issuerOf(settings.portalOrigin);
    const token = await new SignJWT({
      events: Object.fromEntries(kindsOf(event).map((kind) => [kind, {}])),
      sub_id: { format: "iss_sub", iss: issuer, sub: account },
      toe: at,
    })
      .setProtectedHeader({ alg: key.alg, kid, typ: "secevent+jwt" })
      .setIssuer(issuer)
      .setAudience(client)
      .setIssuedAt()
      .setJti(id)
      .sign(await importJWK(key));
    const response = await outbound.fetch(metadata.events_uri, {
      method: "POST",
      headers: { "content-type": "application/secevent+jwt", accept: "application/json" },
      body: token,
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${client} answered an event with ${response.status}.`);
  });
}

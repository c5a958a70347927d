import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { PortalContext } from "../../context.ts";
import type { VisitSecrets } from "../../ports/external-identity.ts";
import type { SamlSecrets } from "../../ports/saml-provider.ts";
import { findConnectionAt } from "./connection-repository.ts";

/** How long somebody may take at the provider. */
export const visitLifetimeMs = 30 * 60_000;

/** What a visit is of: a connection as it stood, and for a test its owner. */
export interface StoredVisit {
  readonly connectionId: string;
  readonly revision: number;
  /** The owner who tries the connection; undefined where somebody signs in. */
  readonly testerId: string | undefined;
  readonly secrets: VisitSecrets | SamlSecrets;
}

/** One that begins. */
export interface NewVisit extends StoredVisit {
  /** It began at the provider's own page. */
  readonly beganAtProvider: boolean;
}

/** A visit that is over, with what its SAML provider posted. */
export interface TakenVisit extends StoredVisit {
  readonly posted: string | undefined;
}

type Books = Pick<PortalContext, "db" | "clock" | "sealer">;

const sealContext = (stateDigest: string) => `portal.sso_visit.secrets:${stateDigest}`;
const answerContext = (stateDigest: string) => `portal.sso_visit.answer:${stateDigest}`;

export const newState = (): string => newToken();

/** Remembers a visit, for the browser that holds `browserToken` alone. */
export async function keepVisit(
  { db, clock, sealer }: Books,
  state: string,
  browserToken: string,
  visit: NewVisit,
): Promise<void> {
  const now = clock.now();
  const digest = hashToken(state);
  await db
    .insertInto("portal.sso_visit")
    .values({
      state_digest: digest,
      browser_digest: hashToken(browserToken),
      connection_id: visit.connectionId,
      revision: visit.revision,
      tester_id: visit.testerId ?? null,
      began_at_provider: visit.beganAtProvider,
      secrets: sealer.seal(JSON.stringify(visit.secrets), sealContext(digest)),
      created_at: now,
      expires_at: new Date(now.getTime() + visitLifetimeMs),
    })
    .execute();
}

/** So often a provider is asked within so long, when logins begin at its page and no answer fits. */
const roundsMost = 3;
const roundsWithinMs = 2 * 60_000;

/**
 * Whether a provider sends this browser round: it is asked, and answers as if it had not been. One that
 * drops the RelayState, and says of no answer to what it is one, would go on so for ever.
 */
export async function isGoingRound(
  { db, clock }: Pick<Books, "db" | "clock">,
  connectionId: string,
  browserToken: string,
): Promise<boolean> {
  const rounds = await db
    .selectFrom("portal.sso_visit")
    .select("state_digest")
    .where("connection_id", "=", connectionId)
    .where("browser_digest", "=", hashToken(browserToken))
    .where("began_at_provider", "=", true)
    .where("answer", "is", null)
    .where("created_at", ">", new Date(clock.now().getTime() - roundsWithinMs))
    .limit(roundsMost)
    .execute();
  return rounds.length >= roundsMost;
}

/**
 * Takes a visit out, so that its answer counts once. Undefined when there is none, it is over, or
 * another browser began it.
 */
export async function takeVisit(
  { db, clock, sealer }: Books,
  state: string,
  browserToken: string,
): Promise<TakenVisit | undefined> {
  const digest = hashToken(state);
  const row = await db
    .deleteFrom("portal.sso_visit")
    .where("state_digest", "=", digest)
    .where("browser_digest", "=", hashToken(browserToken))
    .where("expires_at", ">", clock.now())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const opened = sealer.open(row.secrets, sealContext(digest)).toString("utf8");
  return {
    connectionId: row.connection_id,
    revision: row.revision,
    testerId: row.tester_id ?? undefined,
    secrets: JSON.parse(opened) as TakenVisit["secrets"],
    posted: row.answer
      ? sealer.open(row.answer, answerContext(digest)).toString("utf8")
      : undefined,
  };
}

/**
 * Keeps what an organisation's SAML provider posted, for the page of the browser that began: the form
 * comes from another site and brings no cookie. Once for a visit. @returns whether there is such a visit.
 */
export async function keepAnswer(
  { db, clock, sealer }: Books,
  {
    address,
    state,
    answer,
  }: {
    readonly address: string;
    readonly state: string;
    readonly answer: string;
  },
): Promise<boolean> {
  const connection = await findConnectionAt(db, address);
  if (connection?.protocol !== "saml") return false;
  const digest = hashToken(state);
  const { numUpdatedRows } = await db
    .updateTable("portal.sso_visit")
    .set({ answer: sealer.seal(answer, answerContext(digest)) })
    .where("state_digest", "=", digest)
    .where("answer", "is", null)
    .where("expires_at", ">", clock.now())
    .where("connection_id", "=", connection.id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

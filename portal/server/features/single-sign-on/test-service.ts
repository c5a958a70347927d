import { transaction } from "@sekimori/kit-server/database";
import { hasPassed, type TestProblem } from "@sekimori/portal-contract/connection-tests";
import type { Connection } from "@sekimori/portal-contract/endpoints/single-sign-on";
import type { PortalContext } from "../../context.ts";
import { type ExternalIdentity, ExternalIdentityError } from "../../ports/external-identity.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { domainsInForce } from "../organisation/domains-in-force.ts";
import { lockOwnOrganisation } from "../organisation/organisation-service.ts";
import type { LockableMember } from "../session/lock-member.ts";
import type { ConnectionRow } from "./connection-repository.ts";
import { judgeAddress } from "./judge-address.ts";

type Test = NonNullable<Connection["test"]>;

/** What somebody at the provider brings who cannot be asked to join, or can. */
function found(identity: ExternalIdentity, domains: readonly string[]): Omit<Test, "at"> {
  const judged = judgeAddress(identity, domains);
  const problems: TestProblem[] = judged.is === "good" ? [] : [judged.is];
  // Whoever has the address next would be taken for who had it before, and enter their account.
  if (identity.subject.toLowerCase() === identity.email?.trim().toLowerCase()) {
    problems.push("address-is-id");
  }
  if (identity.name === undefined) problems.push("no-name");
  const claims = Object.keys(identity.claims).sort().slice(0, 50);
  return {
    claims: claims.map((one) => one.slice(0, 100)),
    domain: judged.domain ?? null,
    problems,
  };
}

/** A library's word on what is wrong, for who operates: without what the provider sent around it. */
const messageOf = ({ cause }: Error): string | undefined =>
  cause instanceof Error ? cause.message.slice(0, 200) : undefined;

/**
 * Keeps what a test found, for the configuration that it was a test of. Of the person at the provider
 * no value is kept but the address's domain, and nothing else changes.
 *
 * @throws AppError NotFound, SessionExpired.
 */
export async function finishTest(
  context: PortalContext,
  member: LockableMember,
  tried: {
    readonly row: ConnectionRow;
    readonly revision: number;
    readonly ask: () => Promise<ExternalIdentity>;
  },
  client: ClientInfo,
): Promise<void> {
  const { db, clock, logger } = context;
  const { row, revision, ask } = tried;
  const at = clock.now();
  // Of all domains of the organisation: one that is to move here leads elsewhere until this test has succeeded.
  const domains = await domainsInForce(db, row.organisation_id, at);
  const result = await ask().then(
    (identity) => found(identity, domains),
    (error: unknown): Omit<Test, "at"> => {
      if (!(error instanceof ExternalIdentityError)) throw error;
      const { reason } = error;
      const about = { connection: row.id, reason, cause: messageOf(error) };
      logger.info(about, "a test of single sign-on failed");
      return { claims: [], domain: null, problems: [reason] };
    },
  );
  await transaction(db, async (tx) => {
    await lockOwnOrganisation(tx, member, at);
    const { numUpdatedRows } = await tx
      .updateTable("portal.sso_connection")
      .set({
        test: JSON.stringify({ at: at.toISOString(), ...result }),
        ...(hasPassed(result.problems) ? { tested_at: at } : {}),
      })
      .where("id", "=", row.id)
      .where("revision", "=", revision)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await appendAudit(tx, {
      accountId: member.account_id,
      action: "single-sign-on.tested",
      at,
      client,
    });
  });
}

import { transaction } from "@sekimori/kit-server/database";
import { removeOrganisation } from "@sekimori/portal-contract/endpoints/organisation";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { newOrganisation } from "../../testing/organisations.ts";
import { agreeTo } from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { addClient } from "../openid/clients/client-registry.ts";
import { eraseAccount } from "../purge/erase-account.ts";

// An organisation's applications end with it: with tokens, consents and what they were refused, by name.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.clock.reset());

/** An organisation with an application that a member agreed to, who has a token of it. */
async function withApplication() {
  const company = await newOrganisation(portal);
  const owner = await accountIdOf(portal, company.email);
  const clientId = `of-${company.organisation.id.slice(0, 8)}`;
  const registration = { clientId, name: "Shop", redirectUris: ["https://shop.example/back"] };
  const room = { organisation: company.organisation.id, most: 20 };
  await addClient({ ...portal.context, operator: "a test" }, registration, room);
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  await agreeTo(portal, { clientId } as never, await accountIdOf(portal, email));
  const { pool } = portal.database;
  await pool.query(
    `insert into portal.oidc_record (model, id_digest, payload, expires_at)
     values ('AccessToken', $1, jsonb_build_object('clientId', $1::text), now() + interval '1 hour')`,
    [clientId],
  );
  await pool.query(
    `insert into portal.oidc_refusal
       (at, reference, endpoint, client_id, is_registered, error, received, registered)
     values (now(), 'r', 'token', $1, true, 'invalid_client', '{}', '{}')`,
    [clientId],
  );
  return { ...company, owner, clientId };
}

type Ended = Awaited<ReturnType<typeof withApplication>>;

/** In how many places there is something of an application. */
async function places(clientId: string): Promise<Record<string, boolean>> {
  const { rows } = await portal.database.pool.query(
    `select exists(select from portal.oidc_client where client_id = $1) as client,
       exists(select from portal.oidc_consent where client_id = $1) as consent,
       exists(select from portal.oidc_record where payload ->> 'clientId' = $1) as token,
       exists(select from portal.oidc_refusal where client_id = $1) as refusal`,
    [clientId],
  );
  return rows[0];
}
const everywhere = { client: true, consent: true, token: true, refusal: true };
const nowhere = { client: false, consent: false, token: false, refusal: false };

const removals = async (owner: string) => {
  const { rows } = await portal.database.pool.query(
    `select detail from portal.audit_event
     where account_id = $1 and action = 'application.removed'`,
    [owner],
  );
  return rows.map(({ detail }) => detail);
};

test.each([
  ["its owner removes it", ({ browser }: Ended) => browser.call(removeOrganisation, {})],
  [
    "its holder's account is deleted",
    ({ owner }: Ended) =>
      transaction(portal.context.db, async (tx) => {
        await tx.deleteFrom("portal.contract").where("account_id", "=", owner).execute();
        await eraseAccount(tx, owner, "closed", portal.clock.now());
      }),
  ],
])("where %s", async (_, end) => {
  const [one, other] = [await withApplication(), await withApplication()];
  expect(await places(one.clientId)).toEqual(everywhere);
  await end(one);
  expect(await places(one.clientId)).toEqual(nowhere);
  expect(await removals(one.owner)).toEqual([{ client: one.clientId }]);
  expect(await places(other.clientId)).toEqual(everywhere);
  expect(await removals(other.owner)).toEqual([]);
});

test("no row of an organisation goes and takes an application along unsaid", async () => {
  const { organisation, clientId } = await withApplication();
  const gone = portal.database.pool.query("delete from portal.organisation where id = $1", [
    organisation.id,
  ]);
  await expect(gone).rejects.toThrow(/is removed before its organisation/);
  expect(await places(clientId)).toEqual(everywhere);
});

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { hasOlderPostgres } from "@sekimori/kit-development/postgres";
import { addressAs, ensureOwnerRole } from "@sekimori/kit-development/testing/owner-role";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { newMember } from "./support/journeys.ts";
import { OwnCluster } from "./support/own-cluster.ts";
import { main, runtime } from "./support/running-process.ts";
import { patience } from "./support/sizes.ts";
import { surroundingsOf } from "./support/standing.ts";
import { startWorld } from "./support/world.ts";

// The oldest PostgreSQL that docs/operate/operations.md names and those up to the newest, each migrated by
// owners who are no superusers: both applications' tables are made, and the portal's first start
// takes a first member.

describe.each([16, 17, 18] as const)("PostgreSQL %i", (major) => {
  const older = major === 18 ? undefined : major;
  const isThere = older === undefined || hasOlderPostgres(older);
  if (!isThere)
    console.log(`PostgreSQL ${major}: not tried, the registry has none for this machine`);

  test.skipIf(!isThere)(
    "is migrated by plain owners, and a first member signs up",
    async () => {
      const cluster = await OwnCluster.start(older);
      try {
        const client = new Client({ connectionString: cluster.url });
        await client.connect();
        const { rows } = await client.query("select current_setting('server_version') as version");
        expect(rows[0].version).toMatch(new RegExp(`^${major}\\.`));
        const owner = await ensureOwnerRole(client, karteMigrations);
        await client.query(`create database karte owner ${owner.name}`);
        await client.query("create role karte login");
        await client.end();
        const { stdout } = await promisify(execFile)(
          runtime,
          [main, "migrate", "--application", "karte", "--grant-to", "karte"],
          {
            env: {
              ...process.env,
              KARTE_DATABASE_OWNER_URL: addressAs(owner, cluster.url, "karte"),
            },
          },
        );
        expect(stdout).toContain("karte may read and write rows, and nothing else.");

        const databaseUrl = await cluster.ownedDatabase();
        const world = await startWorld({ serverUrl: cluster.url, databaseUrl });
        const surroundings = surroundingsOf(world);
        try {
          const { person } = await newMember({ ...world, ...surroundings });
          expect(await person.call(getMyProfile, {})).toMatchObject({ user_type: "2" });
        } finally {
          await surroundings.pool.end();
          await world.stop();
        }
      } finally {
        await cluster.remove();
      }
    },
    patience,
  );
});

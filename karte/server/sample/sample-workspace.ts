import { actsOf } from "@sekimori/karte-contract/rights";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../context.ts";
import { inScope, wholeWorkspace } from "../database/scope.ts";
import { keepContract } from "../features/contract/contract-service.ts";
import { inviteAll } from "../features/people/invitation-service.ts";
import { type KnownPerson, sealPerson } from "../features/principals/person.ts";
import type { Member } from "../features/principals/principals.ts";
import { addMember } from "../features/session/workspace.ts";
import type { SamplePerson, SampleWorkspace } from "./sample.ts";
import { addSampleDomains } from "./sample-domains.ts";
import { workOnFindings } from "./sample-work.ts";

/** Known, so that it is made once. */
const workspaceId = "00000000-0000-4000-8000-5e6100000001";
/** Since the owner was here last: what happened since is news on the overview. */
const awayDays = 8;

const known = (person: SamplePerson, organisation: string): KnownPerson => ({
  id: person.id,
  name: person.name,
  givenName: person.givenName,
  email: person.email,
  locale: "ja",
  organisation,
  twoFactor: false,
});

/** Whether the transaction's workspace exists. */
async function isThere(tx: KarteTransaction): Promise<boolean> {
  return (await tx.selectFrom("karte.workspace").select("id").executeTakeFirst()) !== undefined;
}

async function makeWorkspace(
  tx: KarteTransaction,
  { sealer }: KarteContext,
  sample: SampleWorkspace,
  began: Date,
  now: Date,
): Promise<void> {
  const { owner, viewer } = sample;
  await tx
    .insertInto("karte.workspace")
    .values({
      id: workspaceId,
      name: sample.name,
      contract_owner: owner.id,
      created_at: began,
    })
    .execute();
  for (const { person, role } of [
    { person: owner, role: "owner" },
    { person: viewer, role: "viewer" },
  ] as const) {
    await addMember(tx, {
      workspaceId,
      role,
      restricted: role === "viewer",
      now: began,
      personal: sealPerson(sealer, workspaceId, person),
      person: known(person, sample.name),
    });
  }
  await tx
    .updateTable("karte.member")
    .set({ last_seen_at: new Date(now.getTime() - awayDays * dayMs) })
    .where("account_id", "=", owner.id)
    .execute();
  // Heard long ago: the portal is asked anew when the owner comes.
  await keepContract(tx, owner.id, sample.contract, began);
}

/**
 * Makes the demo organisation's workspace with its past, once. The past goes through the same code
 * as every run, so that states, counts and charts are what they would have become by themselves.
 *
 * @param read what it consists of; asked only when it is not there yet
 * @returns whether it was made now.
 */
export async function seedSampleWorkspace(
  context: KarteContext,
  read: () => Promise<SampleWorkspace>,
): Promise<boolean> {
  const { db, clock } = context;
  if (await inScope(db, wholeWorkspace(workspaceId), isThere)) return false;
  const now = clock.now();
  const sample = await read();
  const began = new Date((sample.runs[0]?.at ?? now).getTime() - dayMs);
  const scope = wholeWorkspace(workspaceId);
  const isNew = await inScope(db, scope, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('karte.sample'))`.execute(tx);
    if (await isThere(tx)) return false;
    for (let day = began.getTime(); day < now.getTime(); day += 28 * dayMs) {
      await sql`select karte.prepare_months(${new Date(day)}::date)`.execute(tx);
    }
    await makeWorkspace(tx, context, sample, began, now);
    await addSampleDomains(tx, context, { ...sample, workspaceId, began, now });
    return true;
  });
  if (!isNew) return false;
  const member = ownerOf(sample);
  await workOnFindings(context, member);
  await inviteAll(context, member, { emails: [sample.guestEmail], role: "member", groups: null });
  return true;
}

/** The owner as if they were calling. */
function ownerOf(sample: SampleWorkspace): Member {
  const { owner, name } = sample;
  return {
    workspaceId,
    name,
    role: "owner",
    acts: actsOf("owner"),
    groups: null,
    overPlan: false,
    person: known(owner, name),
    scope: wholeWorkspace(workspaceId),
    ipAddress: "127.0.0.1",
    may: () => true,
    isRecent: true,
  };
}

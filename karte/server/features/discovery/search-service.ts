import { isIPv4 } from "node:net";
import { specialAddressReason } from "@sekimori/diagnosis/special-ranges";
import { zoneNames } from "@sekimori/diagnosis/zone-file";
import { candidateAddressesMost } from "@sekimori/karte-contract/constants";
import type { importCandidates } from "@sekimori/karte-contract/endpoints/discovery";
import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { searchNames } from "../candidate-records/discovery-jobs.ts";
import { domainRecords, mustBeLive } from "../domain-records/domain-rows.ts";
import type { Member } from "../principals/principals.ts";
import { keepFound } from "./keep-found.ts";

async function ask(
  tx: KarteTransaction,
  workspaceId: string,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  await sql`insert into karte.candidate_search (workspace_id, asked_at) values (${workspaceId}, ${now})
    on conflict (workspace_id) do update set asked_at = excluded.asked_at, finished_at = null`.execute(
    tx,
  );
  // One after another, so that a workspace's searches ask the resolver as one.
  const queue = `names:${workspaceId}`;
  const key = addresses.length === 0 ? { key: queue } : {};
  await enqueue(
    tx,
    searchNames,
    { workspace: workspaceId, addresses: [...addresses] },
    { queue, ...key },
  );
}

const actor = ({ person, ipAddress }: Member) => ({ id: person.id, ipAddress });

/** Has names looked for from all that is proved; a job does. */
export function searchNow({ db, clock }: KarteContext, member: Member): Promise<void> {
  return inScope(db, member.scope, async (tx) => {
    const at = clock.now();
    await ask(tx, member.workspaceId, [], at);
    await appendActivity(tx, { at, action: "candidates.searched", by: actor(member) });
  });
}

/** Public addresses that stand anywhere in a text: clouds write their lists in many forms. */
export const addressesIn = (text: string): readonly string[] =>
  [...new Set(text.match(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g) ?? [])].filter(
    (address) => isIPv4(address) && specialAddressReason(address) === null,
  );

/** Reads a file of names or addresses. @throws AppError NotFound, PlanLimit, InvalidInput where nothing is in it. */
export function readFile(
  context: KarteContext,
  member: Member,
  file: EndpointRequest<typeof importCandidates>["body"],
): Promise<{ read: number }> {
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    const at = clock.now();
    let read: number;
    let name = "";
    if (file.kind === "zone") {
      const [domain] = await domainRecords(tx, sql<SqlBool>`d.id = ${file.domain}`, sql``);
      if (domain === undefined) throw new AppError("NotFound");
      await mustBeLive(tx, domain);
      ({ name } = domain);
      const names = zoneNames(file.text, domain.name);
      if (names.length === 0) throw invalidField("text", "invalid");
      const found = names.map((one) => ({
        ...({ name: one.name, relation: "zone-file", origin: domain.name } as const),
        evidence: `line ${one.line}`,
      }));
      read = await keepFound(context, tx, member.workspaceId, found, at);
    } else {
      const addresses = addressesIn(file.text).slice(0, candidateAddressesMost);
      if (addresses.length === 0) throw invalidField("text", "invalid");
      await ask(tx, member.workspaceId, addresses, at);
      read = addresses.length;
    }
    const detail = { kind: file.kind, count: read, ...(name === "" ? {} : { name }) };
    await appendActivity(tx, { at, action: "candidates.read", by: actor(member), detail });
    return { read };
  });
}

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import { z } from "zod";
import type { KarteContext } from "../../context.ts";
import { ticketKindCode, ticketStateCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import type { Member } from "../principals/principals.ts";
import { askSystem } from "../ticket-records/ticket-jobs.ts";
import { systemRow } from "./system-rows.ts";
import { note } from "./system-service.ts";

/** Where GitHub sends what happens to issues. */
export const deliveriesPath = (id: string): string => `${apiBase}/ticket-systems/${id}/deliveries`;

const contextOf = (id: string) => `karte.ticket_system.hook:${id}`;

/** Listens to a webhook of the repository, with a new secret. @throws AppError NotFound, WrongState. */
export function listenTo(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<{ url: string; secret: string }> {
  const { db, sealer, settings } = context;
  return inScope(db, member.scope, async (tx) => {
    const row = await systemRow(tx, id);
    if (row === undefined) throw new AppError("NotFound");
    const kind = ticketKindCode.word(row.kind);
    if (kind !== "github") throw new AppError("WrongState", { data: { state: kind } });
    const secret = randomBytes(32).toString("base64url");
    await sql`update karte.ticket_system set hook_sealed = ${sealer.seal(secret, contextOf(id))},
      hook_heard_at = null, hook_seen = '{}' where id = ${id}`.execute(tx);
    await note(tx, context, member, "changed", row.label);
    return { url: new URL(deliveriesPath(id), settings.karteOrigin).href, secret };
  });
}

/** @throws AppError NotFound. */
export function stopListeningTo(context: KarteContext, member: Member, id: string): Promise<void> {
  return inScope(context.db, member.scope, async (tx) => {
    const row = await systemRow(tx, id);
    if (row === undefined) throw new AppError("NotFound");
    if (row.hook_sealed === null) return;
    await sql`update karte.ticket_system set hook_sealed = null, hook_heard_at = null, hook_seen = '{}'
      where id = ${id}`.execute(tx);
    await note(tx, context, member, "changed", row.label);
  });
}

export interface Delivery {
  /** The connection that its address names. */
  readonly system: string;
  readonly event: string | undefined;
  readonly signature: string | undefined;
  /** Byte by byte as it came: that is what is signed. */
  readonly body: Buffer;
}

const sha256 = (secret: string, body: Buffer) => createHmac("sha256", secret).update(body).digest();

function isSigned(secret: string, { signature = "", body }: Delivery): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  return hex !== undefined && timingSafeEqual(Buffer.from(hex, "hex"), sha256(secret, body));
}

/** As much as is read of what happened to an issue. */
const issueEvent = z.object({
  action: z.string(),
  issue: z.object({ number: z.int() }),
  repository: z.object({ full_name: z.string() }),
});

function eventOf({ body }: Delivery) {
  try {
    return issueEvent.safeParse(JSON.parse(body.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

/** Deliveries that are remembered; an older one that comes again has the tickets read once more, no more. */
const seenMost = 200;

/**
 * Takes what GitHub says of an issue. Nothing of it is believed but that something changed: what has is read
 * from GitHub itself, so that neither a delivery that is repeated nor one that comes late changes anything.
 *
 * @returns false for what no connection's secret signed.
 */
export async function takeDelivery(
  { db, clock, sealer }: Pick<KarteContext, "db" | "clock" | "sealer">,
  delivery: Delivery,
): Promise<boolean> {
  const { system: id } = delivery;
  const { rows } = await sql<{ workspace_id: string; sealed: Buffer }>`
    select * from karte.ticket_hook(${id})`.execute(db);
  const [hook] = rows;
  if (hook === undefined) return false;
  const secret = sealer.open(hook.sealed, contextOf(id)).toString("utf8");
  if (!isSigned(secret, delivery)) return false;
  const digest = sha256(secret, delivery.body).toString("base64url");
  await inScope(db, wholeWorkspace(hook.workspace_id), async (tx) => {
    const { rows: heard } = await sql<{ project: string }>`
      update karte.ticket_system set hook_heard_at = ${clock.now()},
        hook_seen = (array[${digest}::text] || hook_seen)[1:${sql.lit(seenMost)}]
      where id = ${id} and hook_sealed = ${hook.sealed} and not ${digest}::text = any (hook_seen)
      returning project`.execute(tx);
    const project = heard[0]?.project;
    if (project === undefined || delivery.event !== "issues") return;
    const event = eventOf(delivery);
    // An organization's webhook tells of all its repositories.
    if (event?.repository.full_name.toLowerCase() !== project.toLowerCase()) return;
    const { rows: ours } = await sql`select from karte.ticket where system_id = ${id}
      and remote_id = ${String(event.issue.number)} and state < ${ticketStateCode.of("failed")}`.execute(
      tx,
    );
    if (ours.length > 0) {
      await askSystem(tx, { workspace: hook.workspace_id, system: id, poll: true });
    }
  });
  return true;
}

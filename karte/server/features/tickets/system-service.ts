import { randomUUID } from "node:crypto";
import { ticketSystemsMost } from "@sekimori/karte-contract/constants";
import type {
  addTicketSystem,
  changeTicketSystem,
  listTicketSystems,
  TicketSystemView,
  tryTicketSystem,
} from "@sekimori/karte-contract/endpoints/tickets";
import { type TicketKind, type TicketProblem, ticketFields } from "@sekimori/karte-contract/words";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { ticketKindCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import { inScope } from "../../database/scope.ts";
import {
  type TicketConnection,
  TicketFailure,
  type TicketPlace,
} from "../../ports/ticket-systems.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import {
  connectionOf,
  type SystemRow,
  sealCredentials,
  systemRow,
  systemRows,
} from "./system-rows.ts";

async function views(
  tx: KarteTransaction,
  { sealer }: KarteContext,
  rows: readonly SystemRow[],
): Promise<TicketSystemView[]> {
  const person = await peopleById(
    tx,
    sealer,
    rows.map((row) => row.created_by),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: ticketKindCode.word(row.kind),
    label: row.label,
    origin: row.origin,
    project: row.project,
    issueType: row.issue_type,
    language: row.language,
    author: row.author,
    createdAt: row.created_at.toISOString(),
    createdBy: person(row.created_by),
    heardAt: moment(row.heard_at),
    problem: row.problem as TicketProblem | null,
    webhook: row.hook_sealed === null ? null : { heardAt: moment(row.hook_heard_at) },
  }));
}

async function viewOf(
  tx: KarteTransaction,
  context: KarteContext,
  id: string,
): Promise<TicketSystemView> {
  const row = await systemRow(tx, id);
  const [view] = row ? await views(tx, context, [row]) : [];
  if (view === undefined) throw new AppError("NotFound");
  return view;
}

/** The log's entry of what was done to a connection. */
export function note(
  tx: KarteTransaction,
  { clock }: KarteContext,
  member: Member,
  act: "connected" | "changed" | "disconnected",
  label: string,
): Promise<void> {
  return appendActivity(tx, {
    at: clock.now(),
    action: `ticket-system.${act}`,
    by: { id: member.person.id, ipAddress: member.ipAddress },
    detail: { label },
  });
}

/** The ticket systems that a workspace has connected. */
export function systemsOf(
  context: KarteContext,
  { scope }: Member,
): Promise<EndpointResult<typeof listTicketSystems>> {
  return inScope(context.db, scope, async (tx) => ({
    systems: await views(tx, context, await systemRows(tx)),
  }));
}

/** By which field a refusal is mended. */
const fieldOf: Readonly<Partial<Record<TicketProblem, string>>> = {
  address: "url",
  unreachable: "url",
  timeout: "url",
  answer: "url",
  "sign-in": "secret",
  project: "project",
  "issue-type": "issueType",
};

/** Asks the system. @throws AppError TicketSystemRefused. */
async function lookAt(
  { ticketSystems }: KarteContext,
  connection: TicketConnection,
): Promise<TicketPlace> {
  try {
    return await ticketSystems.look(connection);
  } catch (error) {
    if (!(error instanceof TicketFailure)) throw error;
    const { problem } = error;
    const data = { problem, field: fieldOf[problem] ?? "", status: error.status ?? 0 };
    throw new AppError("TicketSystemRefused", { data, cause: error });
  }
}

/** @throws AppError PlanLimit. */
async function mustHaveRoom(tx: KarteTransaction): Promise<void> {
  const { answer } = await cachedContract(tx);
  const limit = answer.entitlements.tickets ? ticketSystemsMost : 0;
  if ((await systemRows(tx)).length >= limit) {
    throw new AppError("PlanLimit", { data: { what: "tickets", limit } });
  }
}

/** Only GitHub's Enterprise Server stands below a path; of others any page's address will do. */
const originOf = (kind: TicketKind, url: string) =>
  kind === "github" ? url.replace(/\/+$/, "") : new URL(url).origin;

/** Connects a system. It is asked while no transaction is open. @throws AppError PlanLimit, TicketSystemRefused. */
export async function addSystem(
  context: KarteContext,
  member: Member,
  body: EndpointRequest<typeof addTicketSystem>["body"],
): Promise<EndpointResult<typeof addTicketSystem>> {
  const { db, clock, sealer } = context;
  const { kind, label, url, project, issueType = null, language, user = null, secret } = body;
  await inScope(db, member.scope, mustHaveRoom);
  const origin = originOf(kind, url);
  const place = await lookAt(context, { kind, origin, project, issueType, user, secret });
  return inScope(db, member.scope, async (tx) => {
    // Two that are added at once must not both take the last place.
    await sql`select pg_advisory_xact_lock(hashtext('karte.ticket_system'), hashtext(${member.workspaceId}))`.execute(
      tx,
    );
    await mustHaveRoom(tx);
    const id = randomUUID();
    const now = clock.now();
    await tx
      .insertInto("karte.ticket_system")
      .values({
        id,
        workspace_id: member.workspaceId,
        kind: ticketKindCode.of(kind),
        label,
        origin,
        project: place.project,
        issue_type: place.issueType,
        language,
        author: place.author,
        ids: JSON.stringify(place.ids),
        sealed: sealCredentials(sealer, id, { user, secret }),
        created_by: member.person.id,
        created_at: now,
        heard_at: now,
      })
      .execute();
    await note(tx, context, member, "connected", label);
    return viewOf(tx, context, id);
  });
}

/** Changes a connection; a new key is tried first. @throws AppError InvalidInput, NotFound, TicketSystemRefused. */
export async function changeSystem(
  context: KarteContext,
  member: Member,
  id: string,
  { label, language, user, secret }: EndpointRequest<typeof changeTicketSystem>["body"],
): Promise<EndpointResult<typeof changeTicketSystem>> {
  const { db, clock, sealer } = context;
  const known = await inScope(db, member.scope, (tx) => systemRow(tx, id));
  if (known === undefined) throw new AppError("NotFound");
  const takesUser = ticketFields[ticketKindCode.word(known.kind)].includes("user");
  if (user !== undefined && (secret === undefined || !takesUser)) {
    throw new AppError("InvalidInput", { fields: [{ path: "user", code: "invalid" }] });
  }
  const before = connectionOf(sealer, known);
  const credentials = secret === undefined ? undefined : { user: user ?? before.user, secret };
  const place = credentials && (await lookAt(context, { ...before, ...credentials }));
  return inScope(db, member.scope, async (tx) => {
    await tx
      .updateTable("karte.ticket_system")
      .set({
        label: label ?? sql`label`,
        language: language ?? sql`language`,
        ...(place === undefined || credentials === undefined
          ? {}
          : {
              author: place.author,
              ids: JSON.stringify(place.ids),
              sealed: sealCredentials(sealer, id, credentials),
              problem: null,
              heard_at: clock.now(),
            }),
      })
      .where("id", "=", id)
      .execute();
    const view = await viewOf(tx, context, id);
    await tx
      .updateTable("karte.ticket")
      .set({ system_label: view.label })
      .where("system_id", "=", id)
      .execute();
    await note(tx, context, member, "changed", view.label);
    return view;
  });
}

/** Ends a connection. @throws AppError NotFound. */
export async function removeSystem(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<void> {
  await inScope(context.db, member.scope, async (tx) => {
    const gone = await tx
      .deleteFrom("karte.ticket_system")
      .where("id", "=", id)
      .returning("label")
      .executeTakeFirst();
    if (gone === undefined) throw new AppError("NotFound");
    await note(tx, context, member, "disconnected", gone.label);
  });
}

/** Asks a system and says what came back. @throws AppError NotFound. */
export async function trySystem(
  { db, clock, sealer, ticketSystems }: KarteContext,
  { scope }: Member,
  id: string,
): Promise<EndpointResult<typeof tryTicketSystem>> {
  const known = await inScope(db, scope, (tx) => systemRow(tx, id));
  if (known === undefined) throw new AppError("NotFound");
  const answer = await ticketSystems.look(connectionOf(sealer, known)).then(
    () => ({ problem: null, status: 200 }),
    (error: unknown) => {
      if (!(error instanceof TicketFailure)) throw error;
      return { problem: error.problem, status: error.status };
    },
  );
  await inScope(db, scope, (tx) =>
    tx
      .updateTable("karte.ticket_system")
      .set({
        problem: answer.problem,
        ...(answer.problem === null ? { heard_at: clock.now() } : {}),
      })
      .where("id", "=", id)
      .execute(),
  );
  return answer;
}

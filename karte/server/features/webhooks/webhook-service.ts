import { webhooksMost } from "@sekimori/karte-contract/constants";
import type {
  addWebhook,
  changeWebhook,
  changeWebhookSecret,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  testWebhook,
  WebhookView,
} from "@sekimori/karte-contract/endpoints/webhooks";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { AlertKind } from "@sekimori/karte-contract/words";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import { OutboundRefused } from "@sekimori/kit-server/outbound";
import type { WebhookEndpoint } from "@sekimori/kit-server/webhooks";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { readCursor, writeCursor } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { localesById, peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";

/** The guard's refusal as the customer hears it; why exactly stays in the log. */
function addressError(error: unknown): never {
  if (error instanceof OutboundRefused) throw new AppError("AddressRefused", { cause: error });
  throw error;
}

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new AppError("NotFound");
  return value;
};

async function views(
  tx: KarteTransaction,
  { sealer }: KarteContext,
  endpoints: readonly WebhookEndpoint[],
): Promise<WebhookView[]> {
  const person = await peopleById(
    tx,
    sealer,
    endpoints.map(({ createdBy }) => createdBy),
  );
  return endpoints.map((one) => ({
    ...one,
    events: one.events as AlertKind[],
    createdAt: one.createdAt.toISOString(),
    createdBy: person(one.createdBy),
    failingSince: one.failingSince?.toISOString() ?? null,
    disabledAt: one.disabledAt?.toISOString() ?? null,
  }));
}

function note(
  tx: KarteTransaction,
  { clock }: KarteContext,
  member: Member,
  action: "added" | "changed" | "secret-changed" | "removed",
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  return appendActivity(tx, {
    at: clock.now(),
    action: `webhook.${action}`,
    by: { id: member.person.id, ipAddress: member.ipAddress },
    detail,
  });
}

/** The addresses that a workspace tells of events. */
export function webhooksOf(
  context: KarteContext,
  { scope, workspaceId }: Member,
): Promise<EndpointResult<typeof listWebhooks>> {
  return inScope(context.db, scope, async (tx) => ({
    webhooks: await views(tx, context, await context.webhooks.list(tx, workspaceId)),
  }));
}

/** Two that are added at once must not both take the last place. */
async function lockWebhooks(tx: KarteTransaction, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('karte.webhook'), hashtext(${workspaceId}))`.execute(
    tx,
  );
}

/** Adds an address. Its secret is told this once. @throws AppError PlanLimit, AddressRefused. */
export function addOne(
  context: KarteContext,
  member: Member,
  body: EndpointRequest<typeof addWebhook>["body"],
): Promise<EndpointResult<typeof addWebhook>> {
  const { db, webhooks } = context;
  return inScope(db, member.scope, async (tx) => {
    await lockWebhooks(tx, member.workspaceId);
    const { answer } = await cachedContract(tx);
    const limit = answer.entitlements.webhooks ? webhooksMost : 0;
    if ((await webhooks.list(tx, member.workspaceId)).length >= limit) {
      throw new AppError("PlanLimit", { data: { what: "webhooks", limit } });
    }
    const { endpoint, secret } = await webhooks
      .add(tx, member.workspaceId, { ...body, createdBy: member.person.id })
      .catch(addressError);
    const [webhook] = await views(tx, context, [endpoint]);
    await note(tx, context, member, "added", { label: body.label, host: endpoint.host });
    return { webhook: present(webhook), secret };
  });
}

/** Changes what is given of an address. @throws AppError NotFound, AddressRefused. */
export function changeOne(
  context: KarteContext,
  member: Member,
  id: string,
  { label, url, events, enabled }: EndpointRequest<typeof changeWebhook>["body"],
): Promise<EndpointResult<typeof changeWebhook>> {
  return inScope(context.db, member.scope, async (tx) => {
    const changed = await context.webhooks
      .change(tx, member.workspaceId, id, {
        ...(label === undefined ? {} : { label }),
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events }),
        ...(enabled === undefined ? {} : { enabled }),
      })
      .catch(addressError);
    const [webhook] = await views(tx, context, [present(changed)]);
    await note(tx, context, member, "changed", { label: present(webhook).label });
    return present(webhook);
  });
}

/** @returns the new secret; the old one ends. @throws AppError NotFound. */
export function changeSecretOf(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<EndpointResult<typeof changeWebhookSecret>> {
  return inScope(context.db, member.scope, async (tx) => {
    const secret = present(await context.webhooks.changeSecret(tx, member.workspaceId, id));
    await note(tx, context, member, "secret-changed", { webhook: id });
    return { secret };
  });
}

/** @throws AppError NotFound. */
export async function removeOne(context: KarteContext, member: Member, id: string): Promise<void> {
  await inScope(context.db, member.scope, async (tx) => {
    if (!(await context.webhooks.remove(tx, member.workspaceId, id))) {
      throw new AppError("NotFound");
    }
    await note(tx, context, member, "removed", { webhook: id });
  });
}

const testWords = {
  ja: { title: "テスト", link: "開く" },
  en: { title: "Test", link: "Open" },
} as const;

/** Sends an event that says it is a test. @throws AppError NotFound. */
export function testOne(
  { db, settings, webhooks }: KarteContext,
  member: Member,
  id: string,
): Promise<EndpointResult<typeof testWebhook>> {
  const url = new URL(pagePaths.settings, settings.karteOrigin).href;
  return inScope(db, member.scope, async (tx) => {
    const all = await webhooks.list(tx, member.workspaceId);
    const { createdBy } = present(all.find((one) => one.id === id));
    const say = testWords[(await localesById(tx, [createdBy]))(createdBy)];
    return {
      delivery: present(
        await webhooks.test(tx, member.workspaceId, id, {
          type: "test",
          data: { workspace: member.workspaceId, url },
          words: {
            title: `${settings.serviceName}: ${say.title}`,
            lines: [member.name],
            link: { label: say.link, url },
          },
        }),
      ),
    };
  });
}

/** One page of what was sent, latest first. @throws AppError InvalidInput for a cursor that is none of ours. */
export async function deliveriesOf(
  { db, webhooks }: KarteContext,
  member: Member,
  query: EndpointRequest<typeof listDeliveries>["query"],
): Promise<EndpointResult<typeof listDeliveries>> {
  const from = readCursor(query.cursor);
  return inScope(db, member.scope, async (tx) => {
    const rows = await webhooks.deliveries(tx, member.workspaceId, {
      endpoint: query.webhook,
      before: from && { at: from[0], id: from[1] },
      size: query.size + 1,
    });
    const shown = rows.slice(0, query.size);
    const last = shown.at(-1);
    return {
      deliveries: shown.map(({ endpoint, ...one }) => ({
        ...one,
        webhook: endpoint,
        createdAt: one.createdAt.toISOString(),
        nextAt: one.nextAt?.toISOString() ?? null,
        finishedAt: one.finishedAt?.toISOString() ?? null,
      })),
      next:
        rows.length > query.size && last
          ? writeCursor([last.createdAt.toISOString(), last.id])
          : null,
    };
  });
}

/** Sends a delivery once more. @throws AppError NotFound. */
export function replayOne(
  { db, webhooks }: KarteContext,
  member: Member,
  id: string,
): Promise<EndpointResult<typeof replayDelivery>> {
  return inScope(db, member.scope, async (tx) => ({
    delivery: present(await webhooks.replay(tx, member.workspaceId, id)),
  }));
}

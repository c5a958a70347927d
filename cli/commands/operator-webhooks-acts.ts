import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  type OperatorEventName,
  OperatorRefused,
  operatorEventNames,
  operatorEvents,
  removeWebhook,
  replayWebhooks,
  rotateWebhookSecret,
  testWebhook,
  type WebhookChange,
  type WebhookTables,
  webhookLog,
} from "@sekimori/portal-server/operator-money";
import { type Acting, acted } from "../processes/operator-acting.ts";
import { fail, type Shared, say } from "../processes/operator-answers.ts";
import { withOperatorWebhooks } from "../processes/operator-database.ts";

type By = Pick<Acting, "operator" | "dryRun">;

function act(
  options: Acting,
  work: (tables: WebhookTables, by: By) => Promise<{ facts: unknown; text: string }>,
): Promise<void> {
  const { operator, dryRun } = options;
  return acted(options, () =>
    withOperatorWebhooks(options.data, (tables) => work(tables, { operator, dryRun })),
  );
}

function eventsFrom(typed: readonly string[]): readonly OperatorEventName[] {
  const known: readonly string[] = operatorEventNames;
  const unknown = typed.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new OperatorRefused(
      `No event is called ${unknown.join(", ")}; there are ${known.join(", ")}.`,
    );
  }
  return typed as readonly OperatorEventName[];
}

interface Described {
  readonly url?: string;
  readonly label?: string;
  readonly event?: readonly string[];
}

/** `sekimori operator webhooks events` */
export function showEvents(options: Shared): void {
  const lines = Object.entries(operatorEvents).map(([name, about]) => `${name.padEnd(24)}${about}`);
  say(options, operatorEvents, lines.join("\n"));
}

/** `sekimori operator webhooks add`: prints the secret, once. */
export function add(options: Acting & Required<Described>): Promise<void> {
  const { url, label, event } = options;
  return act(options, async (tables, by) => {
    const added = await addWebhook(tables, by, { url, label, events: eventsFrom(event) });
    const { endpoint, secret } = added;
    const text = `id      ${endpoint.id}\nsecret  ${secret}\nThe secret is not shown again; keep it now.`;
    return { facts: { ...endpoint, secret }, text };
  });
}

const stateOf = (disabledWhy: string | null, failingSince: Date | null): string => {
  if (disabledWhy !== null) return `out of use (${disabledWhy})`;
  return failingSince === null ? "in use" : `failing since ${failingSince.toISOString()}`;
};

/** `sekimori operator webhooks list` */
export async function list(options: Shared): Promise<void> {
  const facts = await withOperatorWebhooks(options.data, listWebhooks);
  const lines = facts.map(
    ({ id, label, host, events, disabledWhy, failingSince }) =>
      `${id}  ${label}: ${host}, ${stateOf(disabledWhy, failingSince)}\n    ${events.join(" ")}`,
  );
  say(options, facts, lines.join("\n") || "There are no webhooks.");
}

/** `sekimori operator webhooks change` */
export function change(
  id: string,
  options: Acting & Described & { readonly enable?: boolean; readonly disable?: boolean },
): Promise<void> {
  const { url, label, event, enable = false, disable = false } = options;
  if (enable && disable) {
    fail("--enable and --disable say the contrary of each other.");
    return Promise.resolve();
  }
  return act(options, async (tables, by) => {
    const changes: WebhookChange = {
      ...(url === undefined ? {} : { url }),
      ...(label === undefined ? {} : { label }),
      ...(event === undefined ? {} : { events: eventsFrom(event) }),
      ...(enable || disable ? { enabled: enable } : {}),
    };
    return { facts: await changeWebhook(tables, by, id, changes), text: `${id} is changed.` };
  });
}

/** `sekimori operator webhooks rotate-secret`: prints the new secret, once. */
export function rotateSecret(id: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    const secret = await rotateWebhookSecret(tables, by, id);
    return {
      facts: { id, secret },
      text: `secret  ${secret}\nThe former one signs too meanwhile.`,
    };
  });
}

/** `sekimori operator webhooks remove` */
export function remove(id: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    await removeWebhook(tables, by, id);
    return { facts: { id }, text: `${id} is removed.` };
  });
}

/** `sekimori operator webhooks test` */
export function test(id: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    const delivery = await testWebhook(tables, by, id);
    return {
      facts: { delivery },
      text: `A worker sends ${delivery} now; “webhooks log” says how.`,
    };
  });
}

/** `sekimori operator webhooks log` */
export async function log(
  id: string | undefined,
  options: Shared & { readonly size: number },
): Promise<void> {
  const query = { size: options.size, ...(id === undefined ? {} : { endpoint: id }) };
  const facts = await withOperatorWebhooks(options.data, (tables) => webhookLog(tables, query));
  const lines = facts.map(
    ({ id: delivery, createdAt, event, state, attempts, status, problem }) =>
      `${createdAt.toISOString()}  ${delivery}  ${event}: ${state} after ${attempts} tries${
        problem === null ? "" : ` (${[problem, status].filter(Boolean).join(" ")})`
      }`,
  );
  say(options, facts, lines.join("\n") || "Nothing was sent.");
}

/** `sekimori operator webhooks replay` */
export function replay(
  delivery: string | undefined,
  options: Acting & { readonly failed?: string },
): Promise<void> {
  const { failed } = options;
  if ((delivery === undefined) === (failed === undefined)) {
    fail("Name a delivery, or a webhook by --failed.");
    return Promise.resolve();
  }
  return act(options, async (tables, by) => {
    const which = failed === undefined ? { delivery: delivery ?? "" } : { failedOf: failed };
    const deliveries = await replayWebhooks(tables, by, which);
    return { facts: { deliveries }, text: `${deliveries.length} messages are sent again.` };
  });
}

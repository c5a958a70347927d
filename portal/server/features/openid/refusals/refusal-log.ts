import { applicationRefusalsPerMinute } from "@sekimori/portal-contract/constants";
import { sql } from "kysely";
import type { PortalContext } from "../../../context.ts";
import { shownText, shownValue } from "./shown-values.ts";

/** What was refused, as the log of the process has it. */
export interface Refusal {
  readonly reference: string;
  readonly endpoint: string;
  /** The id that was sent; empty where none was. */
  readonly client: string;
  /** False: no application has it, or nobody has looked. */
  readonly isRegistered: boolean;
  readonly error: string;
  readonly description: string | undefined;
  readonly detail: string | undefined;
  readonly received: Readonly<Record<string, string>>;
  readonly registered: Readonly<Record<string, unknown>>;
}

export interface RefusalLog {
  /** Takes it down in memory; whoever is refused does not wait. */
  note(refusal: Refusal): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

/** So long refusals are collected, so that many make one statement. */
const writtenAfterMs = 500;

const minuteMs = 60_000;

/** In one minute, of all registered applications together. */
const mostPerMinute = 1_200;

/** In one minute, of all ids that nobody has registered: anybody can make more of those up. */
const unregisteredPerMinute = 60;

/** The engine's words may quote what was sent. */
const mostWords = 300;

type Waiting = Refusal & { readonly at: Date };

/** Whether the database took the statement and not a value of it (classes 22 and 23). */
const isAboutValues = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));

/**
 * Keeps what applications are refused where those who integrate them can read it. Anybody can have an
 * application refused, by its public id: of each so much is kept in a minute, and of all together, and
 * the rest stands in the process's log alone. Ids that nobody has registered have a portion beside it.
 */
export function createRefusalLog({
  db,
  clock,
  logger,
}: Pick<PortalContext, "db" | "clock" | "logger">): RefusalLog {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let minute = 0;
  let counts = new Map<string, number>();

  /** Counts one more. @returns whether it is kept. */
  function hasRoom({ client, isRegistered }: Refusal): boolean {
    const now = Math.floor(Date.now() / minuteMs);
    if (now !== minute) {
      minute = now;
      counts = new Map();
    }
    const portions: ReadonlyArray<readonly [key: string, most: number]> = isRegistered
      ? [
          ["all", mostPerMinute],
          [`of ${client}`, applicationRefusalsPerMinute],
        ]
      : [["unregistered", unregisteredPerMinute]];
    const of = (key: string) => counts.get(key) ?? 0;
    if (portions.some(([key, most]) => of(key) >= most)) return false;
    for (const [key] of portions) counts.set(key, of(key) + 1);
    return true;
  }

  const insert = (rows: readonly Waiting[]) =>
    sql`
      insert into portal.oidc_refusal
        (at, reference, endpoint, client_id, is_registered, error, description, detail,
         received, registered)
      select at, reference, endpoint, client,
        exists (select from portal.oidc_client c where c.client_id = sent.client),
        error, description, detail, received, registered
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (
        at timestamptz, reference text, endpoint text, client text, error text,
        description text, detail text, received jsonb, registered jsonb)`.execute(db);

  async function keep(rows: readonly Waiting[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await insert(rows);
    } catch (error) {
      if (rows.length > 1 && isAboutValues(error)) {
        // One of them is amiss: the others are kept.
        for (const row of rows) await keep([row]);
        return;
      }
      // They stand in the process's log, where they were written first.
      logger.warn({ err: error, refusals: rows.length }, "refused requests not kept");
    }
  }

  async function write(): Promise<void> {
    const rows = waiting;
    waiting = [];
    timer = undefined;
    await keep(rows);
  }

  const send = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };

  return {
    note(refusal) {
      if (!hasRoom(refusal)) return;
      const { received, registered, description, detail } = refusal;
      const of = (name: string) => [registered[name] ?? []].flat().map(String);
      const shown = Object.entries(received).map(([name, value]) => [
        name,
        shownValue(name, value, of(name)),
      ]);
      waiting.push({
        ...refusal,
        at: clock.now(),
        description: description && shownText(description, mostWords),
        detail: detail && shownText(detail, mostWords),
        received: Object.fromEntries(shown),
      });
      timer ??= setTimeout(() => void send(), writtenAfterMs).unref();
    },
    async close() {
      clearTimeout(timer);
      await send();
    },
  };
}

import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import {
  type Maintenance,
  type MaintenanceArea,
  maintenanceAreas,
} from "@sekimori/kit-contract/maintenance";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock/clock.ts";
import { AppError } from "../errors/errors.ts";
import type { Logger } from "../logger/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** What is closed now, held in memory: no request asks the database for it. */
export interface MaintenanceWatch {
  /** Without what is over. */
  now(): readonly Maintenance[];
  stop(): void;
}

interface WatchOptions {
  /** Asks for all that was set; what is over may be among it. */
  readonly read: () => Promise<readonly Maintenance[]>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** So often each process asks anew. */
export const askEveryMs = 2_000;

/** Who asks again while no end is known does so after this. */
const againSeconds = 300;

/**
 * Asks once now and then every two seconds what is closed. Who cannot be asked is taken by what was
 * last heard, whose end comes all the same.
 */
export async function watchMaintenance(options: WatchOptions): Promise<MaintenanceWatch> {
  const { read, clock, logger, metrics } = options;
  let heard: readonly Maintenance[] = [];
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      heard = await read();
    } catch (error) {
      logger.debug({ err: error }, "maintenance not heard of");
    } finally {
      isAsking = false;
    }
  };
  const now = () => {
    const at = clock.now().getTime();
    return heard.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > at);
  };
  metrics.gauge(
    {
      name: "maintenance",
      help: "1 while the operator has closed the area for maintenance.",
      labels: ["area"],
    },
    (gauge) => {
      const closed = new Set(now().map(({ area }) => area));
      for (const area of maintenanceAreas) gauge.set({ area }, closed.has(area) ? 1 : 0);
    },
  );
  await ask();
  const timer = setInterval(() => void ask(), askEveryMs).unref();
  return { now, stop: () => clearInterval(timer) };
}

/** Nothing is ever closed; for where nobody can close anything. */
export const neverClosed: MaintenanceWatch = { now: () => [], stop: () => undefined };

const endOf = ({ endsAt }: Maintenance): number =>
  endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt);

/** Of what is closed, what is so for longest. */
function longest(closed: readonly Maintenance[]): Maintenance | undefined {
  return closed.toSorted((one, other) => endOf(other) - endOf(one))[0];
}

/**
 * @param closes whether the closing of an area closes what is asked for
 * @throws AppError Unavailable, with the reason, the end, and when to ask again.
 */
export function refuseInMaintenance(
  watch: MaintenanceWatch,
  clock: Clock,
  closes: (area: MaintenanceArea) => boolean,
): void {
  const closing = longest(watch.now().filter(({ area }) => closes(area)));
  if (closing === undefined) return;
  const { area, reason, endsAt } = closing;
  const left = Math.ceil((endOf(closing) - clock.now().getTime()) / 1_000);
  throw new AppError("Unavailable", {
    isPlanned: true,
    data: {
      maintenance: area,
      ja: reason.ja,
      en: reason.en,
      ...(endsAt === null ? {} : { endsAt }),
      retryAfterSeconds: endsAt === null ? againSeconds : Math.max(left, 1),
    },
  });
}

/** Refuses each call that a closed area closes, before anything is asked or spent for it. */
export function registerMaintenance(
  app: FastifyInstance,
  watch: MaintenanceWatch,
  closes: (endpoint: AnyEndpoint, area: MaintenanceArea) => boolean,
): void {
  app.addHook("onRequest", async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined) return;
    refuseInMaintenance(watch, app.kit.clock, (area) => closes(endpoint, area));
  });
}

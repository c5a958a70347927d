import type { Maintenance } from "@sekimori/kit-contract/maintenance";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { movableClock } from "../clock/clock.ts";
import { AppError } from "../errors/errors.ts";
import { createLogger } from "../logger/logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import {
  askEveryMs,
  type MaintenanceWatch,
  refuseInMaintenance,
  watchMaintenance,
} from "./maintenance.ts";

const clock = movableClock();
const logger = createLogger({ name: "test", level: "silent" });
const closing = (area: Maintenance["area"], minutes: number | null): Maintenance => ({
  area,
  reason: { ja: "理由", en: "why" },
  startedAt: clock.now().toISOString(),
  endsAt:
    minutes === null ? null : new Date(clock.now().getTime() + minutes * 60_000).toISOString(),
});

let told: readonly Maintenance[] | Error = [];
let asked = 0;
let watch: MaintenanceWatch;
let metrics: ReturnType<typeof createMetrics>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  told = [];
  asked = 0;
  metrics = createMetrics();
  watch = await watchMaintenance({
    read: async () => {
      asked += 1;
      if (told instanceof Error) throw told;
      return told;
    },
    clock,
    logger,
    metrics,
  });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
  clock.reset();
});

const areas = () => watch.now().map(({ area }) => area);

function refusal(): AppError | undefined {
  try {
    refuseInMaintenance(watch, clock, (area) => area !== "log-in");
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

test("a closing is followed within seconds, however often it is looked at in between", async () => {
  told = [closing("payment", null)];
  expect(areas()).toEqual([]);
  await vi.advanceTimersByTimeAsync(askEveryMs);
  for (let look = 0; look < 1_000; look += 1) watch.now();
  expect([areas(), asked]).toEqual([["payment"], 2]);
  told = [];
  await vi.advanceTimersByTimeAsync(askEveryMs);
  expect(areas()).toEqual([]);
});

test("what was last heard counts while nobody can be asked, and its end comes all the same", async () => {
  told = [closing("everything", 30)];
  await vi.advanceTimersByTimeAsync(askEveryMs);
  told = new Error("the database is away");
  await vi.advanceTimersByTimeAsync(askEveryMs);
  expect(areas()).toEqual(["everything"]);
  clock.advance(30 * 60_000);
  expect(areas()).toEqual([]);
});

test("a refusal says why, until when, and when to ask again: that of what is closed for longest", async () => {
  told = [closing("payment", 10), closing("log-in", null), closing("everything", 30)];
  await vi.advanceTimersByTimeAsync(askEveryMs);
  const refused = refusal();
  expect(refused).toMatchObject({
    type: "Unavailable",
    isPlanned: true,
    data: { maintenance: "everything", ja: "理由", en: "why" },
  });
  expect(refused?.data?.retryAfterSeconds).toBeGreaterThan(29 * 60);
  expect(refused?.data?.retryAfterSeconds).toBeLessThanOrEqual(30 * 60);
  told = [closing("payment", null)];
  await vi.advanceTimersByTimeAsync(askEveryMs);
  expect(refusal()?.data).toEqual({
    maintenance: "payment",
    ja: "理由",
    en: "why",
    retryAfterSeconds: 300,
  });
  told = [closing("log-in", null)];
  await vi.advanceTimersByTimeAsync(askEveryMs);
  expect(refusal()).toBeUndefined();
});

test("a figure for each area says whether it is closed", async () => {
  told = [closing("sign-up", null)];
  await vi.advanceTimersByTimeAsync(askEveryMs);
  const text = await metrics.text();
  expect(text).toContain('sekimori_maintenance{area="sign-up"} 1');
  expect(text).toContain('sekimori_maintenance{area="everything"} 0');
});

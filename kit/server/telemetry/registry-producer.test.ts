import { DataPointType } from "@opentelemetry/sdk-metrics";
import { expect, test } from "vitest";
import { createMetrics } from "../metrics/metrics.ts";
import { registryProducer } from "./registry-producer.ts";

test("every figure that /metrics shows is told, each as what it is", async () => {
  const metrics = createMetrics();
  const labels = ["kind"] as const;
  metrics.counter({ name: "mails_total", help: "Mails.", labels }).inc({ kind: "code" }, 3);
  metrics.gauge({ name: "jobs", help: "Jobs." }, (gauge) => gauge.set(7));
  const waits = metrics.histogram({ name: "wait_seconds", help: "Waits.", labels }, [0.1, 1]);
  for (const seconds of [0.05, 0.5, 0.6, 5]) waits.observe({ kind: "known" }, seconds);
  const { resourceMetrics } = await registryProducer(() => metrics.readings()).collect();
  const told = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  const named = (name: string) => told.find(({ descriptor }) => descriptor.name === name);
  expect(named("sekimori_mails_total")).toMatchObject({
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: [{ attributes: { kind: "code" }, value: 3 }],
  });
  expect(named("sekimori_jobs")).toMatchObject({
    dataPointType: DataPointType.GAUGE,
    dataPoints: [{ attributes: {}, value: 7 }],
  });
  expect(named("sekimori_wait_seconds")).toMatchObject({
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: [
      {
        attributes: { kind: "known" },
        value: { count: 4, buckets: { boundaries: [0.1, 1], counts: [1, 2, 1] } },
      },
    ],
  });
  const shown = (await metrics.text()).matchAll(/^# TYPE (\S+)/gm);
  expect(told.map(({ descriptor }) => descriptor.name).toSorted()).toEqual(
    [...shown].map(([, name]) => name).toSorted(),
  );
});

import { ValueType } from "@opentelemetry/api";
import { hrTime } from "@opentelemetry/core";
import { emptyResource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { MetricReading } from "../metrics/metrics.ts";

type Labels = Record<string, string>;

const point = <T>(value: T, attributes: Labels, startTime: [number, number]): DataPoint<T> => ({
  startTime,
  endTime: hrTime(),
  attributes,
  value,
});

/** Prometheus counts each bucket with those below it, OpenTelemetry by itself. */
function histograms(
  { name, values }: MetricReading,
  startTime: [number, number],
): DataPoint<Histogram>[] {
  const series = new Map<
    string,
    { labels: Labels; bounds: [number, number][]; sum: number; count: number }
  >();
  for (const { metricName, labels: given, value } of values) {
    const { le, ...labels } = given;
    const key = JSON.stringify(labels);
    const one = series.get(key) ?? { labels, bounds: [], sum: 0, count: 0 };
    series.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else if (le !== undefined && le !== "+Inf") one.bounds.push([Number(le), value]);
  }
  return [...series.values()].map(({ labels, bounds, sum, count }) => {
    bounds.sort(([a], [b]) => a - b);
    const upTo = [...bounds.map(([, reached]) => reached), count];
    const counts = upTo.map((reached, index) => reached - (upTo[index - 1] ?? 0));
    const buckets = { boundaries: bounds.map(([bound]) => bound), counts };
    return point({ buckets, sum, count }, labels, startTime);
  });
}

function dataOf(reading: MetricReading, startTime: [number, number]): MetricData | undefined {
  const { name, help, type, values } = reading;
  const base = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = () => values.map(({ labels, value }) => point(value, labels, startTime));
  if (type === "counter") {
    return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
  }
  if (type === "gauge")
    return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() };
  if (type !== "histogram") return undefined;
  return {
    ...base,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: histograms(reading, startTime),
  };
}

/** Gives the figures that `/metrics` shows to OpenTelemetry: one declaration, told in both forms. */
export function registryProducer(read: () => Promise<readonly MetricReading[]>): MetricProducer {
  const startTime = hrTime();
  return {
    async collect() {
      const readings = await read();
      const metrics = readings.flatMap((reading) => dataOf(reading, startTime) ?? []);
      return {
        resourceMetrics: {
          resource: emptyResource(),
          scopeMetrics: [{ scope: { name: "sekimori" }, metrics }],
        },
        errors: [],
      };
    },
  };
}

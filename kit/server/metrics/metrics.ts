import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { version } from "../installation/installation.ts";

/** What one figure is called and what it tells, for Prometheus. */
export interface Figure<Label extends string> {
  /**
   * In snake_case with its unit: "mail_deliveries_total", "job_duration_seconds". Prometheus sees it
   * with `sekimori_` before it, apart from what other programs tell.
   */
  readonly name: string;
  readonly help: string;
  /** Few values each, and never an identifier: every combination is a series of its own. */
  readonly labels?: readonly Label[];
}

/**
 * The figures of one process. The kit counts requests, jobs and mails; a feature adds its own. Asked
 * twice for the same name, it gives the same figure.
 */
export interface Metrics {
  /**
   * @param figure `begin`: what is 0 and not nothing before it has happened, for rules that look at an
   *   increase: the first one of a series is none.
   */
  counter<Label extends string>(
    figure: Figure<Label> & { readonly begin?: readonly Readonly<Record<Label, string>>[] },
  ): Counter<Label>;
  /** @param buckets upper bounds, in the unit that the name says. */
  histogram<Label extends string>(
    figure: Figure<Label>,
    buckets: readonly number[],
  ): Histogram<Label>;
  /**
   * A figure that is read when somebody asks: set it in `collect`. One that cannot be read is left out
   * and counted by `figure_failures_total`; the others are told all the same.
   */
  gauge<Label extends string>(
    figure: Figure<Label>,
    collect: (gauge: Gauge<Label>) => Promise<void> | void,
  ): Gauge<Label>;
  /** Every figure with what it is called and its values, for telling in another form. */
  readings(): Promise<readonly MetricReading[]>;
  /** Everything in Prometheus' text form. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** A figure as it is read: of a histogram, values named with `_bucket` (label `le`), `_sum` and `_count`. */
export interface MetricReading {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly values: readonly {
    readonly metricName?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

const prefix = "sekimori_";

/** Durations in seconds, from a quick statement to a slow call of another company. */
export const durationBuckets = [0.005, 0.02, 0.1, 0.5, 1, 5, 15, 60, 300] as const;

/** Begins with the process's own figures: its version, memory, event loop, garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${prefix}build_info`,
    help: "Always 1; its label tells the version that runs.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version }, 1);
  const known = <F>(name: string): F | undefined =>
    registry.getSingleMetric(prefix + name) as F | undefined;
  const options = <Label extends string>({ name, help, labels = [] }: Figure<Label>) => ({
    name: prefix + name,
    help,
    labelNames: labels,
    registers: [registry],
  });
  const failures = new Counter({
    name: `${prefix}figure_failures_total`,
    help: "Figures that could not be read when somebody asked for them.",
    labelNames: ["figure"],
    registers: [registry],
  });
  return {
    counter(figure) {
      const present = known<Counter>(figure.name);
      if (present) return present;
      const counter = new Counter(options(figure));
      for (const labels of figure.begin ?? []) counter.inc(labels, 0);
      return counter;
    },
    histogram: (figure, buckets) =>
      known(figure.name) ?? new Histogram({ ...options(figure), buckets: [...buckets] }),
    gauge(figure, collect) {
      const present = known<Gauge>(figure.name);
      if (present) return present;
      // A rule that watches for failures sees the first one as an increase.
      failures.inc({ figure: prefix + figure.name }, 0);
      return new Gauge({
        ...options(figure),
        async collect() {
          try {
            await collect(this);
          } catch {
            // No value is better than the one before, which would look like today's.
            this.reset();
            if (!figure.labels?.length) this.remove();
            failures.inc({ figure: prefix + figure.name });
          }
        },
      });
    },
    readings: async () => (await registry.getMetricsAsJSON()) as unknown as MetricReading[],
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

import autocannon from "autocannon";

/** What one connection sends over and over. */
export interface LoadClient {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  readonly method?: "GET" | "POST";
  /** One for each connection, taken in turn where there are fewer. */
  readonly clients?: readonly LoadClient[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Answers with status 2xx in a second, averaged over the run. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends one request over and over from a number of connections.
 *
 * @throws Error when any answer was not 2xx: a figure of refusals measures nothing
 */
export async function load(options: Load): Promise<LoadResult> {
  const { clients = [] } = options;
  let next = 0;
  const result = await autocannon({
    url: options.url,
    method: options.method ?? "GET",
    setupClient: (connection) => {
      const client = clients[next % clients.length];
      next += 1;
      if (client) connection.setHeadersAndBody({ ...client.headers }, client.body);
    },
    connections: options.connections,
    duration: options.seconds,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were not 2xx and ${result.errors} failed`);
  }
  return {
    perSecond: result["2xx"] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

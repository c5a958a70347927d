/** How hard the busiest address was asked, as the asked side saw it. */
export type Paces = {
  readonly requests: number;
  /** The most in any second at one address. */
  readonly mostRequests: number;
  readonly connections: number;
  readonly mostConnections: number;
};

/** Reads lines of `milliseconds kind address port`. */
export function pacesOf(log: readonly string[]): Paces {
  const entries = log.map((line) => line.split(" "));
  const timesOf = (kind: string) => {
    const own = entries.filter(([, what]) => what === kind);
    const byAddress = Map.groupBy(own, ([, , address = ""]) => address);
    return [...byAddress.values()].map((list) => list.map(([time]) => Number(time)));
  };
  const [requests, connections] = [timesOf("request"), timesOf("connection")];
  return {
    requests: requests.flat().length,
    mostRequests: mostInASecond(requests),
    connections: connections.flat().length,
    mostConnections: mostInASecond(connections),
  };
}

function mostInASecond(lists: readonly (readonly number[])[]): number {
  const counts = lists.flatMap((times) =>
    times.map((from) => times.filter((at) => at >= from && at < from + 1000).length),
  );
  return Math.max(0, ...counts);
}

/** Clients that a process of the benchmark is asked to be. */
export interface ClientsOrder {
  readonly port: number;
  /** Whole HTTP requests, one for each client. */
  readonly requests: readonly string[];
  readonly seconds: number;
}

/** What a run of clients that never pause saw; one entry for each request, in the order of the answers. */
export interface ClientsAnswer {
  /** Milliseconds of the machine's clock. */
  readonly sent: readonly number[];
  /** Milliseconds from there to the whole answer. */
  readonly took: readonly number[];
  readonly status: readonly number[];
  /** Which of the clients it was. */
  readonly client: readonly number[];
  /** Connections that ended without an answer. */
  readonly failures: readonly string[];
}

/** Checked and answered, whether the password was right or wrong. */
const isChecked = (status: number | undefined) => status === 200 || status === 400;

/** Sign-ins checked a second, of those that were answered from `from` to `to`. */
export function checkedPerSecond(
  { sent, took, status }: ClientsAnswer,
  from: number,
  to: number,
): number {
  const checked = sent.filter((at, index) => {
    const end = at + (took[index] ?? 0);
    return isChecked(status[index]) && end >= from && end < to;
  });
  return (checked.length * 1000) / (to - from);
}

/**
 * Known members who were refused although they would have waited less than `bound`: a thread was
 * free for the last who came before them so much later. Milliseconds.
 *
 * @param known clients that are known members.
 * @param from when the crowd is whole: while thousands connect at once, nobody can say from outside
 *   in which order they were read. Milliseconds of the machine's clock.
 */
export function refusedTooSoon(
  { sent, took, status, client }: ClientsAnswer,
  known: ReadonlySet<number>,
  from = 0,
  bound = 1_000,
): number {
  const of = (wanted: number) =>
    sent.flatMap((at, index) =>
      known.has(client[index] ?? -1) && status[index] === wanted
        ? [{ at, end: at + (took[index] ?? 0) }]
        : [],
    );
  const served = of(200).sort((a, b) => a.at - b.at);
  let next = 0;
  let lastEnd = 0;
  return of(503)
    .sort((a, b) => a.at - b.at)
    .filter(({ at }) => {
      for (let one = served[next]; one !== undefined && one.at <= at; one = served[next]) {
        lastEnd = Math.max(lastEnd, one.end);
        next += 1;
      }
      return at >= from && lastEnd - at < bound;
    }).length;
}

/** The value below which a share of all lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds from `end` until a member is served at once again, and goes on being so. */
export function backToNormal(
  probes: readonly { readonly sent: number; readonly took: number; readonly status: number }[],
  end: number,
  bound = 1_000,
): number {
  const bad = probes.filter(
    ({ sent, took, status }) => sent + took >= end && (status !== 200 || took > bound),
  );
  return Math.max(0, ...bad.map(({ sent, took }) => sent + took - end));
}

import { once } from "node:events";
import { Worker } from "node:worker_threads";

// Row 40: one person asks for everything at once, by every read that is declared, and keeps event
// streams open. Another person's reads are measured alone and beside it, in one run.

/** At its full size where `SEKIMORI_FAULTS=full` asks for it. */
const isFull = process.env.SEKIMORI_FAULTS === "full";

export interface FloodSettings {
  /** Where the server listens. */
  readonly origin: string;
  /** The reads that are asked for, each many times at the same time. */
  readonly urls: readonly string[];
  /** The cookies of the one who floods. */
  readonly cookie: string;
  /** An event stream that is asked for hundreds of times; none where there is none. */
  readonly stream?: string;
  /** The cookies of another person, and what their screen reads. */
  readonly another: { readonly cookie: string; readonly urls: readonly string[] };
}

/** How many times each read is asked for at once, and how many streams. */
export const floodSize = { atOnce: isFull ? 200 : 60, streams: isFull ? 600 : 100 } as const;
const samples = isFull ? 200 : 60;

/** The one who floods, on a thread of their own: their work is not the server's. */
const flood = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { origin, cookie, urls, atOnce, stream, streams } = workerData;
  const counts = {};
  const count = (name) => { counts[name] = (counts[name] ?? 0) + 1; };
  const ask = async (url, keep) => {
    try {
      const answer = await fetch(origin + url, { headers: { cookie } });
      count(answer.status + (answer.status === 429 && !answer.headers.get("retry-after") ? " without a time" : ""));
      if (answer.status === 200 && keep) return void keep.push(answer);
      await answer.text();
    } catch { count("failed"); }
  };
  (async () => {
    const open = [];
    await Promise.all(Array.from({ length: streams }, () => ask(stream, open)));
    parentPort.postMessage({ open: open.length });
    do {
      for (const url of urls) await Promise.all(Array.from({ length: atOnce }, () => ask(url)));
      parentPort.postMessage({ round: true });
    } while (true);
  })();
  parentPort.on("message", () => { parentPort.postMessage({ counts }); });
`;

const refuseAll = `
  const server = require("node:http").createServer((_, answer) =>
    answer.writeHead(429, { "retry-after": "1" }).end("{}"));
  server.listen(0, "127.0.0.1", () =>
    require("node:worker_threads").parentPort.postMessage({ port: server.address().port }));
`;

/** How long another person waits for what their screen asks for, each time, in milliseconds. */
async function waitsOf({ origin, another }: FloodSettings, isOver = () => true): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < samples || !isOver(); index += 1) {
    const began = performance.now();
    const url = another.urls[index % another.urls.length] ?? "/";
    const answer = await fetch(`${origin}${url}`, { headers: { cookie: another.cookie } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${url} answered another person ${answer.status}.`);
    waits.push(performance.now() - began);
  }
  return waits;
}

const p95Of = (waits: readonly number[]) =>
  waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;

/** Another person's waits while somebody floods a server, and what the flood was answered. */
async function beside(settings: FloodSettings, flooded: string) {
  const {
    cookie,
    urls,
    stream = "",
    atOnce,
    streams,
  } = {
    ...settings,
    ...floodSize,
    ...(settings.stream === undefined ? { streams: 0 } : {}),
  };
  const workerData = { origin: flooded, cookie, urls, stream, atOnce, streams };
  const thread = new Worker(flood, { eval: true, workerData });
  try {
    const [{ open }] = await once(thread, "message");
    let isRound = false;
    thread.on("message", ({ round }) => {
      isRound ||= round === true;
    });
    // Every read has its turn in the flood while the other person is looked at.
    const waits = await waitsOf(settings, () => isRound);
    const told = once(thread, "message");
    thread.postMessage("how many");
    let [{ counts }] = await told;
    while (counts === undefined) [{ counts }] = await once(thread, "message");
    return { open: open as number, counts: counts as Record<string, number>, waits };
  } finally {
    await thread.terminate();
  }
}

/** What other work of the machine adds is shared by both sides when they are measured in turns. */
const turns = 3;

/**
 * Another person's p95 alone, beside the same client whom another server refuses everything, and
 * beside the flood itself, in turns; and what the flood was answered, by status.
 */
export async function measureFlood(settings: FloodSettings) {
  await waitsOf(settings);
  const alone = p95Of(await waitsOf(settings));
  // The same client against a server that refuses everything: what is left of the machine beside it.
  const refusing = new Worker(refuseAll, { eval: true });
  const [{ port }] = await once(refusing, "message");
  const waits = { refused: [] as number[], served: [] as number[] };
  const counts: Record<string, number> = {};
  let open = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    waits.refused.push(...(await beside(settings, `http://127.0.0.1:${port}`)).waits);
    const served = await beside(settings, settings.origin);
    waits.served.push(...served.waits);
    open = Math.max(open, served.open);
    for (const [name, count] of Object.entries(served.counts)) {
      counts[name] = (counts[name] ?? 0) + count;
    }
  }
  await refusing.terminate();
  const [refused, p95] = [p95Of(waits.refused), p95Of(waits.served)];
  const ratio = p95 / Math.max(alone, refused);
  const { urls, stream } = settings;
  process.stdout.write(
    `[row 40] reads: ${urls.length}, at once: ${floodSize.atOnce}, streams asked: ${stream === undefined ? 0 : floodSize.streams}, open: ${open}, p95 alone: ${alone.toFixed(1)} ms, beside clients who are all refused: ${refused.toFixed(1)} ms, beside the flood: ${p95.toFixed(1)} ms, ratio: ${ratio.toFixed(2)}, answers: ${JSON.stringify(counts)}\n`,
  );
  return { open, counts, p95, ratio };
}

import { inject } from "vitest";

/** Memory of each of the standing portals, in MiB, as its figures say. */
export function residentMiB(): Promise<number[]> {
  return Promise.all(
    inject("faults").portals.map(async ({ probePort }) => {
      const metrics = await (await fetch(`http://127.0.0.1:${probePort}/metrics`)).text();
      const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
      return Math.round(bytes / 2 ** 20);
    }),
  );
}

import { readdirSync, readFileSync } from "node:fs";

/** The kernel's unit of processor time. */
const tickMs = 10;

/** Processor time of a process so far, in milliseconds, with that of its children that have ended. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return (user + system + endedUser + endedSystem) * tickMs;
}

/** The same of a process and of all its children that live. */
export function processorMsOfFamily(pid: number): number {
  let sum = processorMs(pid);
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      if (parent === pid) sum += processorMs(Number(name));
    } catch {
      // Ended meanwhile; its parent counts it.
    }
  }
  return sum;
}

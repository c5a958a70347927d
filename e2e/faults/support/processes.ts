import { readdirSync, readFileSync } from "node:fs";

/** Processes that name the folder in their arguments or have it in their environment (Linux). */
export function processesOf(folder: string): number[] {
  const readOf = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => !/^State:\s+Z/m.test(readOf(pid, "status")))
    .filter((pid) => [readOf(pid, "cmdline"), readOf(pid, "environ")].join().includes(folder))
    .map(Number);
}

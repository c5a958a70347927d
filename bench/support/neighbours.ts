import { once } from "node:events";
import { nextMessage, startChild } from "./child.ts";

/** Runs `act` beside processes that take all they can get of the machine, and ends these. */
export async function besideBusy<T>(count: number, act: () => Promise<T>): Promise<T> {
  const neighbours = Array.from({ length: count }, () => startChild("busy", []));
  await Promise.all(neighbours.map((child) => nextMessage(child)));
  try {
    return await act();
  } finally {
    for (const child of neighbours) child.kill("SIGKILL");
    await Promise.all(neighbours.map((child) => once(child, "exit")));
  }
}

import { afterAll, beforeAll, inject } from "vitest";
import { patience } from "./sizes.ts";
import { type Surroundings, surroundingsOf } from "./standing.ts";
import { startWorld, type World, type WorldOptions } from "./world.ts";

export type OwnWorld = World & Surroundings;

/** A product that a file may kill: started before its tests, stopped after them. */
export function ownWorld(
  options: () => Promise<Partial<WorldOptions>> | Partial<WorldOptions> = () => ({}),
): () => OwnWorld {
  let world: OwnWorld | undefined;
  beforeAll(async () => {
    const started = await startWorld({ serverUrl: inject("postgresUrl"), ...(await options()) });
    world = { ...started, ...surroundingsOf(started) };
  }, patience);
  afterAll(async () => {
    await world?.pool.end();
    await world?.stop();
  }, patience);
  return () => {
    if (!world) throw new Error("The world has not started.");
    return world;
  };
}

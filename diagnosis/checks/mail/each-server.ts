import { inconclusive, type Observation } from "../../engine/check.ts";
import { SERVER_LEFT } from "./reasons.texts.ts";

/** Mail servers asked one by one, most preferred first. */
const MAX_SERVERS = 5;

/** Judges each mail server, and names those that there is no room for. */
export function eachServer<K extends string>(
  names: readonly string[],
  judge: (server: string) => Promise<Observation<K>>,
): Promise<readonly Observation<K>[]> {
  return Promise.all(
    names.map((name, at) =>
      at < MAX_SERVERS
        ? judge(name)
        : { ...inconclusive(SERVER_LEFT), subject: name, place: { host: name, port: 25 } },
    ),
  );
}

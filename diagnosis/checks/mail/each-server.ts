import { inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { NO_MAIL, SERVER_LEFT } from "./reasons.texts.ts";

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

/** The same for the servers of the domain, where it has any. */
export async function eachServerOf<K extends string>(
  context: CheckContext,
  judge: (context: CheckContext, server: string) => Promise<Observation<K>>,
): Promise<Observation<K> | readonly Observation<K>[]> {
  const { names } = await mailHosts(context);
  if (names.length === 0) return notApplicable(NO_MAIL);
  return eachServer(names, (name) => judge(context, name));
}

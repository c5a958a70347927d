import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { actsMade, client } from "./client.ts";
import { session } from "./session/current.ts";

/** Asked before its page was there: good for the same session, until something is changed. */
let asked: { readonly answer: Promise<Profile>; readonly at: string } | undefined;
/** The session whose profile was taken already; the query keeps it from then on. */
let taken: number | undefined;

const moment = () => `${session.expiry()} ${actsMade()}`;

/** Asks for the profile while the files of the page that will show it are still on their way. */
export function askForProfile(): void {
  if (taken !== undefined && taken === session.expiry()) return;
  asked = { answer: client.call(getMyProfile), at: moment() };
  // Whoever takes it hears of a failure.
  asked.answer.catch(() => undefined);
}

/**
 * The profile that was asked for early, once; after that it is asked for anew. What nobody took in
 * time is old: another session's, a refusal, or from before a change.
 */
export function takeProfile(): Promise<Profile> {
  const early = asked?.at === moment() ? asked.answer : undefined;
  asked = undefined;
  taken = session.expiry();
  return early ?? client.call(getMyProfile);
}

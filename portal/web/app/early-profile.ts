import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import type { Profile } from "@sekimori/portal-contract/endpoints/views";
import { client } from "./client.ts";

let asked: Promise<Profile> | undefined;

/** Asks for the profile while the files of the page that will show it are still on their way. */
export function askForProfile(): void {
  asked = client.call(getMyProfile);
  // Whoever takes it hears of a failure.
  asked.catch(() => undefined);
}

/** The profile that was asked for early, once; after that it is asked for anew. */
export function takeProfile(): Promise<Profile> {
  const profile = asked ?? client.call(getMyProfile);
  asked = undefined;
  return profile;
}

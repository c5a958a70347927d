import { queryClient } from "@sekimori/kit-web/client/query-client";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { queryOptions } from "@tanstack/react-query";
import { takeProfile } from "./early-profile.ts";
import { language } from "./language.ts";
import { session } from "./session/current.ts";

/** Stores what specification 3 lists of a profile, and follows its language (specification 1). */
async function takeNote(profile: Profile): Promise<Profile> {
  const { first_name, last_name, email_address, is_agree_service, language_code } = profile;
  session.learnt({
    first_name,
    last_name,
    email_address,
    is_agree_service,
    language_code,
    ...(profile.sub_gmoid !== undefined && { sub_gmoid: profile.sub_gmoid }),
  });
  session.lasts(profile.session.remaining_ms);
  await language.switchTo(language_code);
  return profile;
}

/** The signed-in member's profile as the server has it. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async () => takeNote(await takeProfile()),
  staleTime: 60_000,
});

/** Puts a profile that a change answered with in the place of the one known. */
export async function keepProfile(profile: Profile): Promise<void> {
  queryClient.setQueryData(profileQuery.queryKey, await takeNote(profile));
}

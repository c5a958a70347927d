import { getSession, type SessionView } from "@sekimori/karte-contract/endpoints/session";
import type { Act } from "@sekimori/karte-contract/rights";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../client.ts";
import { isFramed } from "../embedding.ts";
import { here } from "../here.ts";
import { language } from "../language.ts";

/** Who is signed in, where, and what they may. In the frame the host says the language. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  async queryFn(): Promise<SessionView> {
    const session = await client.call(getSession);
    here.entered(session.workspace?.id);
    if (!isFramed) await language.switchTo(session.person.locale);
    return session;
  },
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionQuery, queryClient);

/** Which acts the person may do here; none until that is known. The server decides again. */
export function useMayDo(): (act: Act) => boolean {
  const acts = useSession().data?.workspace?.acts ?? [];
  return (act) => acts.includes(act);
}

/** Whether the person may do `act` here. */
export function useMay(act: Act): boolean {
  return useMayDo()(act);
}

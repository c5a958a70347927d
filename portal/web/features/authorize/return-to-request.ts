import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { session } from "../../app/session/current.ts";
import { loadSite } from "../../app/site.ts";

/** Where the person goes if the request is over by the time they have signed in. */
export const requestEnds = ["my-page", "karte"] as const;

async function isManagementApplication({ client }: InteractionView): Promise<boolean> {
  const site = await loadSite().catch(() => undefined);
  const origin = site?.karteOrigin ?? null;
  return origin !== null && new URL(origin).host === client.host;
}

/** Remembers an application's request for this tab: it is shown again after the sign-in. */
export async function returnToRequest(uid: string, request: InteractionView): Promise<void> {
  const end: (typeof requestEnds)[number] = (await isManagementApplication(request))
    ? "karte"
    : "my-page";
  session.returnTo(pageUrl("authorize", { interaction: uid, otherwise: end }));
}

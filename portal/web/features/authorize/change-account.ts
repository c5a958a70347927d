import { queryClient } from "@sekimori/kit-web/client/query-client";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { client } from "../../app/client.ts";
import { session } from "../../app/session/current.ts";
import { returnToRequest } from "./return-to-request.ts";

/** Signs out here; the request is remembered, and shown again once another account is in. */
export async function changeAccount(uid: string, request: InteractionView): Promise<void> {
  await client.call(signOut, { body: {} });
  session.ended("signed-out");
  queryClient.clear();
  await returnToRequest(uid, request);
}

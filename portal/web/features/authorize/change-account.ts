import { queryClient } from "@sekimori/kit-web/client/query-client";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { session } from "../../app/session/current.ts";

/** Signs out here; the request is remembered, and shown again once another account is in. */
export async function changeAccount(uid: string): Promise<void> {
  await client.call(signOut, { body: {} });
  session.ended("signed-out");
  queryClient.clear();
  session.returnTo(`${pagePaths.authorize}?interaction=${encodeURIComponent(uid)}`);
}

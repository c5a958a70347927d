import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { finishInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { client } from "../../app/client.ts";

type Decision = EndpointInput<typeof finishInteraction>["body"]["decision"];

/** Answers the request and leaves for where the provider goes on. */
export async function finish(uid: string, decision: Decision): Promise<void> {
  const { redirectUrl } = await client.call(finishInteraction, {
    params: { uid },
    body: { decision },
  });
  window.location.assign(redirectUrl);
}

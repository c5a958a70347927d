import { randomUUID } from "node:crypto";
import { registerPublicClient } from "./register-client.ts";
import type { RunningProduct } from "./running-product.ts";

/** What a device is told when it asks for a code (RFC 8628, section 3.2), as far as journeys need it. */
interface DeviceRequest {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

type Answer = Readonly<Record<string, unknown>>;

/** A device without a browser: asks for a code, and asks for its tokens until somebody decided. */
export interface WaitingDevice {
  /** @throws Error with the answer unless the device was given a code. */
  asks(): Promise<DeviceRequest>;
  /** What the token endpoint says at the moment. */
  polls(request: DeviceRequest): Promise<Answer>;
  /** Who the tokens are for, by the userinfo endpoint. */
  reads(tokens: Answer): Promise<Answer>;
}

/** Registers a device as an operator does it. @param options of `clients add` beside those */
export async function newDevice(
  product: Pick<RunningProduct, "portalOrigin" | "databaseUrl">,
  name: string,
  options: readonly string[] = [],
): Promise<WaitingDevice> {
  const id = `device-${randomUUID().slice(0, 8)}`;
  await registerPublicClient(product, id, name, ["--device", ...options]);
  const provider = `${product.portalOrigin}/v1/idp/oidc`;
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ client_id: id, ...fields });
    return (await fetch(`${provider}${path}`, { method: "POST", body })).json() as Promise<Answer>;
  };
  return {
    async asks() {
      const answer = await post("/device/code", { scope: "openid email offline_access" });
      if (!("user_code" in answer)) throw new Error(JSON.stringify(answer));
      return answer as unknown as DeviceRequest;
    },
    polls: ({ device_code }) =>
      post("/token", { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code }),
    async reads({ access_token: token }) {
      const headers = { authorization: `Bearer ${String(token)}` };
      return (await fetch(`${provider}/me`, { headers })).json() as Promise<Answer>;
    },
  };
}

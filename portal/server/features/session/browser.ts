import { clientOf } from "@sekimori/kit-server/client-info";
import { connectionGone } from "@sekimori/kit-server/http";
import type { FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import type { ClientInfo } from "../audit/audit.ts";

/** The browser that asks: what its headers show, and the token by which an account may know it. */
export interface Browser {
  readonly client: ClientInfo;
  readonly deviceToken: string | undefined;
  /** The cookie by which an account trusts it, if there is one; only sign-ins and its list look. */
  readonly trustOf?: (accountId: string) => string | undefined;
  /** Aborted when the connection is closed before the answer. */
  readonly gone?: AbortSignal;
}

export function browserOf(
  { cookies }: Pick<PortalContext, "cookies">,
  request: FastifyRequest,
): Browser {
  return {
    client: clientOf(request),
    deviceToken: cookies.device.read(request),
    trustOf: (accountId) => cookies.trust(accountId).read(request),
    gone: connectionGone(request),
  };
}

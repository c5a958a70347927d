import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from "@sekimori/portal-contract/endpoints/passkeys";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { keepSession } from "../session/keep-session.ts";
import {
  addPasskeyOf,
  beginPasskeyOf,
  removePasskeyOf,
  renamePasskeyOf,
} from "./passkeys-service.ts";

export function bindPasskeys(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(beginPasskey, ({ request }) => beginPasskeyOf(context, principals.member(request)));

  bind(addPasskey, async ({ request, reply, body }) => {
    const member = principals.member(request);
    const browser = browserOf(context, request);
    const { token, result } = await addPasskeyOf(context, member, body, browser);
    keepSession(context, reply, member, token);
    return result;
  });

  bind(renamePasskey, ({ request, params, body }) =>
    renamePasskeyOf(
      context,
      principals.member(request),
      { id: params.id, name: body.name },
      clientOf(request),
    ),
  );

  bind(removePasskey, async ({ request, reply, params }) => {
    const member = principals.member(request);
    const browser = browserOf(context, request);
    const { token, result } = await removePasskeyOf(context, member, params.id, browser);
    keepSession(context, reply, member, token);
    return result.authenticators;
  });
}

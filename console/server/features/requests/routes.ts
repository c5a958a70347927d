import { requestKeys } from "@sekimori/console-contract/endpoints/keys";
import { requestPrice } from "@sekimori/console-contract/endpoints/prices";
import {
  confirmRequest,
  listRequests,
  requestAddress,
  requestClosing,
  requestRecovery,
  requestRefund,
  withdrawRequest,
} from "@sekimori/console-contract/endpoints/requests";
import type { Bind } from "@sekimori/kit-server/http";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** What needs two persons: asked for by one, confirmed by another. */
export function bindRequests(
  bind: Bind,
  { requests }: ConsoleContext,
  principals: Principals,
): void {
  const { asking, seenBy } = principals;

  bind(requestRefund, async ({ request, body: { reason, ...asked } }) =>
    seenBy(request, await requests.ask({ act: "refund", ...asked }, reason, asking(request))),
  );

  bind(requestClosing, async ({ request, body: { member, reason } }) =>
    seenBy(request, await requests.ask({ act: "close-member", member }, reason, asking(request))),
  );

  bind(requestAddress, async ({ request, body: { reason, ...asked } }) =>
    seenBy(
      request,
      await requests.ask({ act: "restore-address", ...asked }, reason, asking(request)),
    ),
  );

  bind(requestRecovery, async ({ request, body: { reason, ...asked } }) =>
    seenBy(
      request,
      await requests.ask({ act: "recover-member", ...asked }, reason, asking(request)),
    ),
  );

  bind(requestPrice, async ({ request, body: { reason, ...price } }) =>
    seenBy(request, await requests.ask({ act: "announce-price", price }, reason, asking(request))),
  );

  bind(requestKeys, async ({ request, body: { kind, reason } }) => {
    const act = kind === "signing" ? "rotate-signing-keys" : "rotate-data-keys";
    return seenBy(request, await requests.ask({ act }, reason, asking(request)));
  });

  bind(listRequests, async ({ request, body }) => {
    const { requests: waiting, next } = await requests.waiting(body.after);
    return { requests: waiting.map((kept) => seenBy(request, kept)), next };
  });

  bind(confirmRequest, async ({ request, body }) => {
    await requests.confirm(body.request, asking(request));
    return {};
  });

  bind(withdrawRequest, async ({ request, body }) => {
    await requests.withdraw(body.request, asking(request));
    return {};
  });
}

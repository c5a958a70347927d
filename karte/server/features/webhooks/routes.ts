import {
  addWebhook,
  changeWebhook,
  changeWebhookSecret,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  testWebhook,
} from "@sekimori/karte-contract/endpoints/webhooks";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import {
  addOne,
  changeOne,
  changeSecretOf,
  deliveriesOf,
  removeOne,
  replayOne,
  testOne,
  webhooksOf,
} from "./webhook-service.ts";

/** Addresses that are told of events, and what was sent to them. */
export function bindWebhooks(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listWebhooks, ({ request }) => webhooksOf(context, principals.member(request)));

  bind(addWebhook, ({ request, body }) => addOne(context, principals.member(request), body));

  bind(changeWebhook, ({ request, params, body }) =>
    changeOne(context, principals.member(request), params.id, body),
  );

  bind(changeWebhookSecret, ({ request, params }) =>
    changeSecretOf(context, principals.member(request), params.id),
  );

  bind(removeWebhook, async ({ request, params }) => {
    await removeOne(context, principals.member(request), params.id);
    return {};
  });

  bind(testWebhook, ({ request, params }) =>
    testOne(context, principals.member(request), params.id),
  );

  bind(listDeliveries, ({ request, query }) =>
    deliveriesOf(context, principals.member(request), query),
  );

  bind(replayDelivery, ({ request, params }) =>
    replayOne(context, principals.member(request), params.id),
  );
}

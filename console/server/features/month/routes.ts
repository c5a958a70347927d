import {
  billDay,
  closeMonth,
  compareDay,
  exportMonth,
  showMonth,
} from "@sekimori/console-contract/endpoints/month";
import type { Bind } from "@sekimori/kit-server/http";
import type { FastifyRequest } from "fastify";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** A month of the books, by the portal's own services. */
export function bindMonth(bind: Bind, { month }: ConsoleContext, principals: Principals): void {
  const by = (request: FastifyRequest) => ({ by: principals.staff(request).name });

  bind(showMonth, ({ body }) => month.show(body.month));

  bind(billDay, async ({ request, body: { day } }) => {
    await month.bill(day, by(request));
    return {};
  });

  bind(compareDay, async ({ request, body: { day } }) => {
    await month.compare(day, by(request));
    return {};
  });

  bind(closeMonth, ({ request, body }) => month.close(body, by(request)));

  bind(exportMonth, ({ request, body }) => month.export(body, by(request)));
}

import {
  endMaintenance,
  listMaintenance,
  startMaintenance,
} from "@sekimori/console-contract/endpoints/maintenance";
import type { Bind } from "@sekimori/kit-server/http";
import type { FastifyRequest } from "fastify";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** What is closed for a while. The console itself never is. */
export function bindMaintenance(
  bind: Bind,
  { maintenance }: ConsoleContext,
  principals: Principals,
): void {
  const by = (request: FastifyRequest) => ({ by: principals.staff(request).name });

  bind(listMaintenance, () => maintenance.list());

  bind(startMaintenance, ({ request, body }) => maintenance.start(body, by(request)));

  bind(endMaintenance, async ({ request, body: { area } }) => {
    await maintenance.end(area, by(request));
    return {};
  });
}

import type { Bind } from "@sekimori/kit-server/http";
import { lookUpPostalCode } from "@sekimori/portal-contract/endpoints/site";
import { placesOf } from "./postal-code.ts";

export function bindPostalCode(bind: Bind): void {
  bind(lookUpPostalCode, async ({ params }) => ({ places: await placesOf(params.code) }));
}

import { showFunnel } from "@sekimori/console-contract/endpoints/funnel";
import type { Bind } from "@sekimori/kit-server/http";
import type { ConsoleContext } from "../../context.ts";

/** How far sign-ups get. */
export function bindFunnel(bind: Bind, { funnel }: ConsoleContext): void {
  bind(showFunnel, () => funnel.show());
}

import { listKeys } from "@sekimori/console-contract/endpoints/keys";
import type { Bind } from "@sekimori/kit-server/http";
import type { ConsoleContext } from "../../context.ts";

/** Which keys there are. */
export function bindKeys(bind: Bind, { keys }: ConsoleContext): void {
  bind(listKeys, () => keys.list());
}

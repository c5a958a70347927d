import { randomBytes } from "node:crypto";
import type { CheckContext } from "../../engine/context.ts";

/**
 * A path that nobody has, beside the one that was asked for: same folder, same ending, other name. What
 * answers it in the same way answers everything there so. Made up anew for each address, so that nobody
 * can know it, and asked for once.
 */
export async function controlPath(context: CheckContext, path: string): Promise<string> {
  if (path.length > 1 && path.endsWith("/"))
    return `${await controlPath(context, path.slice(0, -1))}/`;
  const name = await context.once("control-path", async () => randomBytes(6).toString("hex"));
  const [, folder = "/", dot = "", , ending = ""] =
    /^(.*\/)(\.?)([^/]*?)(\.[^/.]*|~)?$/.exec(path) ?? [];
  return `${folder}${dot}${name}${ending}`;
}

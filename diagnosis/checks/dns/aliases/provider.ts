import type { TakeoverFingerprint, UnclaimedPage } from "../../../data/data-sets.ts";
import type { HttpResponse } from "../../../net/clients.ts";
import { textsOf } from "../../page/texts.ts";

/** A provider's own page begins with its sentence; this much of what a reader sees is its start. */
const START_CHARS = 160;

/** The rows of the providers whose names fit one of these. */
export function rowsFor(
  names: readonly string[],
  rows: readonly TakeoverFingerprint[],
): readonly TakeoverFingerprint[] {
  return rows.filter(({ targets }) =>
    targets.some((target) => names.some((name) => pattern(target).test(name))),
  );
}

/** `*` stands for one or more letters, dots and hyphens. */
function pattern(target: string): RegExp {
  return new RegExp(`^${target.replaceAll(".", "\\.").replaceAll("*", "[a-z0-9._-]+")}$`);
}

/** Whether a page is the provider's page for unclaimed names: status, headers and place, all of them. */
export function isUnclaimedPage(
  { status, headers, text, place }: UnclaimedPage,
  page: HttpResponse,
): boolean {
  if (!status.includes(page.status)) return false;
  const fits = Object.entries(headers).every(([name, value]) =>
    new RegExp(value, "i").test(page.header(name) ?? ""),
  );
  if (!fits) return false;
  const { title, headings, visible } = textsOf(page);
  if (place === "title") return title.includes(text);
  if (place === "heading") return headings.some((heading) => heading.includes(text));
  return visible.slice(0, START_CHARS + text.length).includes(text);
}

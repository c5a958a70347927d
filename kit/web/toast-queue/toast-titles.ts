import type { Method } from "@sekimori/kit-contract/endpoint";

/** Where a message comes from: the page's path, and the call that was made if there was one. */
export interface ToastSource {
  readonly screen: string;
  readonly method?: Method;
  readonly path?: string;
}

/** A row of the table of titles; what it leaves out matches everything. */
export interface ToastTitleRule<Title> extends Partial<ToastSource> {
  readonly title: Title;
}

/**
 * The title for a message, by screen, method and path (specification 7 and 8): the row that says most about
 * its source wins, the first of equals; the default when none matches.
 */
export function toastTitle<Title>(
  rules: readonly ToastTitleRule<Title>[],
  source: ToastSource,
  otherwise: Title,
): Title {
  let best: { readonly weight: number; readonly title: Title } | undefined;
  for (const { title, ...wanted } of rules) {
    const asked = (["screen", "method", "path"] as const).filter(
      (name) => wanted[name] !== undefined,
    );
    const matches = asked.every((name) => wanted[name] === source[name]);
    if (matches && asked.length > (best?.weight ?? 0)) best = { weight: asked.length, title };
  }
  return best?.title ?? otherwise;
}

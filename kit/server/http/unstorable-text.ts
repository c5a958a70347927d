/** A text that no database column and no log can hold: a null byte or half a surrogate pair. */
function isUnstorable(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}

/**
 * The dotted paths of all texts in `value`, keys included, that cannot be stored. Walks without
 * recursion, so nesting as deep as the body limit allows does no harm.
 */
export function unstorablePaths(value: unknown): string[] {
  const found: string[] = [];
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value, path: "" }];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (typeof item.value === "string") {
      if (isUnstorable(item.value)) found.push(item.path);
    } else if (typeof item.value === "object" && item.value !== null) {
      for (const [key, inner] of Object.entries(item.value)) {
        const path = item.path === "" ? key : `${item.path}.${key}`;
        if (isUnstorable(key)) found.push(item.path);
        else waiting.push({ value: inner, path });
      }
    }
  }
  return found;
}

import { useCallback } from "react";

/**
 * Says how high something is that floats over the top of the page, so that what must not be covered
 * (a page's tabs, a dialog's close button) makes room for it: see tokens/top-layer.css.
 *
 * @param name the property of the root element that holds the height while the element is there.
 * @returns for the element's `ref`.
 */
export function useTopSpace(name: `--${string}`): (element: Element | null) => () => void {
  return useCallback(
    (element) => {
      const { style } = document.documentElement;
      if (!element) return () => undefined;
      const observer = new ResizeObserver(([entry]) => {
        const height = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0);
        style.setProperty(name, `${height + 12}px`);
      });
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
}

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** How wide an element is in pixels, and stays when the window changes; 0 until it is measured. */
export function useWidth<E extends HTMLElement>(): readonly [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);

  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    setWidth(Math.floor(current.getBoundingClientRect().width));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  return [element, width];
}

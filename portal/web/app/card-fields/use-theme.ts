import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

/** The page's theme: the one it is set to (`data-theme` on the root), else the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

const dark = () => window.matchMedia("(prefers-color-scheme: dark)");

function currentTheme(): Theme {
  const set = document.documentElement.dataset.theme;
  if (set === "light" || set === "dark") return set;
  return dark().matches ? "dark" : "light";
}

function subscribe(listener: () => void): () => void {
  const query = dark();
  const observer = new MutationObserver(listener);
  query.addEventListener("change", listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    query.removeEventListener("change", listener);
    observer.disconnect();
  };
}

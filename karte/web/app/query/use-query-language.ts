import { loadedOnce } from "@sekimori/kit-web/routing/loaded-once";
import { useEffect, useState } from "react";
import { language } from "../language.ts";

type QueryLanguage = typeof import("./query-language.ts").queryLanguage;

const load = loadedOnce(() =>
  language.withSentences(
    ["app/query"],
    async () => (await import("./query-language.ts")).queryLanguage,
  ),
);

/**
 * The query language, fetched when it is first needed. Until then, and where it can't be fetched,
 * what is typed is asked as it is: the server judges every query anyway.
 */
export function useQueryLanguage(isNeeded: boolean): QueryLanguage | undefined {
  const [loaded, setLoaded] = useState<QueryLanguage>();
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    load().then(
      (part) => {
        if (isMounted) setLoaded(part);
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isNeeded]);
  return loaded;
}

import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { useCallback, useRef, useState } from "react";
import { SearchBox } from "./search-box.tsx";
import { useKeys } from "./use-keys.ts";

const keyHelp = fetchedDialog(async () => (await import("./key-help.tsx")).KeyHelp);

/** The search of every page, and the keys that lead to it and elsewhere. */
export function SearchAndKeys() {
  const input = useRef<HTMLInputElement>(null);
  const [isHelp, setHelp] = useState(false);
  useKeys({
    onSearch: useCallback(() => input.current?.focus(), []),
    onHelp: useCallback(() => setHelp(true), []),
  });
  return (
    <>
      <SearchBox inputRef={input} />
      {isHelp && <keyHelp.Dialog onClose={() => setHelp(false)} />}
    </>
  );
}

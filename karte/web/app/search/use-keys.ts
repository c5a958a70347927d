import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { useEffect } from "react";
import { clientStorage } from "../storage.ts";
import { keyAct } from "./key-of.ts";
import { moveRow, pressAct, selectRow } from "./row-keys.ts";

/** A second key counts this long after the first. */
const pairMs = 1_000;

/** A tick takes no letters. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));

interface Keys {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** The keys of every page; none while somebody types, a dialog is open, or they are turned off. */
export function useKeys({ onSearch, onHelp }: Keys): void {
  const navigate = useNavigate();

  useEffect(() => {
    let before: { key: string; at: number } | undefined;

    function press(event: KeyboardEvent) {
      if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      if (isTyping(event.target) || document.querySelector("[role$=dialog], dialog[open]")) return;
      if (clientStorage.read("keys") === "off") return;
      const isPair = before !== undefined && event.timeStamp - before.at < pairMs;
      const act = keyAct(event.key, isPair ? before?.key : undefined);
      before = { key: event.key, at: event.timeStamp };
      if (act === undefined) return;
      if (act.kind === "move" && !moveRow(act.by)) return;
      if (act.kind === "select" && !selectRow()) return;
      if (act.kind === "press" && !pressAct(act.key)) return;
      event.preventDefault();
      if (act.kind === "search") onSearch();
      if (act.kind === "help") onHelp();
      if (act.kind === "go") void navigate(act.to);
    }

    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [navigate, onSearch, onHelp]);
}

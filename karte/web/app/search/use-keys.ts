import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { useEffect } from "react";
import { clientStorage } from "../storage.ts";
import { keyAct } from "./key-of.ts";

/** A second key counts this long after the first. */
const pairMs = 1_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

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
      event.preventDefault();
      if (act.kind === "search") onSearch();
      else if (act.kind === "help") onHelp();
      else void navigate(act.to);
    }

    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [navigate, onSearch, onHelp]);
}

import { useLingui } from "@lingui/react";
import { type Host, openHost } from "@sekimori/kit-embed/host";
import type { GuestMessage } from "@sekimori/kit-embed/protocol";
import { kartePage, kartePaths } from "@sekimori/portal-contract/page-routes";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useNavigate } from "../../app/routing/navigation.ts";
import { refused } from "../../app/session/refused.ts";

interface KarteOptions {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly origin: string;
  readonly path: string;
  readonly contactUrl: string;
}

/** How long the application may take to say that it is ready. */
const patienceMs = 15_000;

/**
 * Keeps portal and application in step (docs/frame-protocol.md): page, title, language, and the
 * ends of sessions.
 */
export function useKarte({ frame, origin, path, contactUrl }: KarteOptions) {
  const navigate = useNavigate();
  const { i18n } = useLingui();
  const [state, setState] = useState<"loading" | "ready" | "away">("loading");
  const [firstPath] = useState(path);
  const host = useRef<Host>(undefined);
  /** Where the application is, as far as is known. */
  const guestPath = useRef(path);

  const latest = useRef<(message: GuestMessage) => void>(undefined);
  useEffect(() => {
    latest.current = (message) => {
      switch (message.type) {
        case "ready":
          guestPath.current = message.path;
          setState("ready");
          break;
        case "navigated":
          guestPath.current = message.path;
          if (message.path !== path) void navigate(kartePage(message.path), { animated: false });
          break;
        case "title":
          document.title = `${message.title} | Sekimori`;
          break;
        case "session-expired":
          refused(performance.now(), window.location, navigate);
          break;
        case "sign-out":
          void navigate(kartePage(kartePaths.signOut));
          break;
        case "contact":
          window.open(contactUrl, "_blank", "noopener");
          break;
      }
    };
  });

  useEffect(() => {
    const opened = openHost({
      self: window,
      guest: () => frame.current?.contentWindow ?? null,
      guestOrigin: origin,
      receive: (message) => latest.current?.(message),
    });
    host.current = opened;
    return () => opened.close();
  }, [frame, origin]);

  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("away"), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);

  // The menu, or the back button, has moved the portal's address: the application follows.
  useEffect(() => {
    if (state !== "ready" || guestPath.current === path) return;
    guestPath.current = path;
    host.current?.send({ type: "navigate", path });
  }, [state, path]);

  useEffect(() => {
    if (state === "ready") {
      host.current?.send({ type: "language", language: i18n.locale === "en" ? "en" : "ja" });
    }
  }, [state, i18n.locale]);

  return { state, firstPath };
}

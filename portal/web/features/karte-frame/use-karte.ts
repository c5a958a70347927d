import { useLingui } from "@lingui/react";
import type { GuestMessage } from "@sekimori/kit-embed/guest-messages";
import { type Host, openHost } from "@sekimori/kit-embed/host";
import { useLocation, useNavigate } from "@sekimori/kit-web/routing/navigation";
import { useRouter } from "@sekimori/kit-web/routing/router-view";
import { useWindowTitle } from "@sekimori/kit-web/window-title";
import { kartePage, kartePaths } from "@sekimori/portal-contract/page-routes";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { keepGuestMenu } from "../../app/private/guest-menu.ts";
import { refused } from "../../app/refused-session.ts";
import { syncAddress } from "./address-sync.ts";
import { guestSignIn } from "./guest-sign-in.ts";

interface KarteOptions {
  /** Has the person prove who they are. @throws StepUpCancelled */
  readonly confirm: () => Promise<void>;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly origin: string;
  readonly path: string;
  readonly contactUrl: string;
}

/** Its sign-out page says itself when it has ended its session; before, ours would be too early. */
const isPage = (path: string) => path !== kartePaths.signOut;

/** How long the application may take to say that it is ready. */
const patienceMs = 15_000;

/**
 * Keeps portal and application in step (docs/integrate/frame-protocol.md): page, title, language, and the
 * ends of sessions.
 */
export function useKarte({ confirm, frame, origin, path, contactUrl }: KarteOptions) {
  const navigate = useNavigate();
  const router = useRouter();
  const location = useLocation();
  const { i18n } = useLingui();
  const language = i18n.locale === "en" ? "en" : "ja";
  /** How often the application has said that it is ready: each page of its begins anew. */
  const [loads, setLoads] = useState(0);
  const [isAway, setIsAway] = useState(false);
  const [title, setTitle] = useState<string>();
  const [isCovered, setIsCovered] = useState(false);
  useWindowTitle(title);
  const [firstPath] = useState(path);
  const host = useRef<Host>(undefined);
  const latest = useRef({ confirm });

  const [step] = useState(() =>
    syncAddress({
      path,
      follow: (to, replace) => navigate(kartePage(to), { animated: false, replace }),
      send: (to) => host.current?.send({ type: "navigate", path: to }),
      isLoading: router.isLoading,
    }),
  );
  const [signIn] = useState(() =>
    guestSignIn({
      guestOrigin: origin,
      confirm: () => latest.current.confirm(),
      send(address) {
        const absolute = new URL(address, window.location.origin).href;
        frame.current?.contentWindow?.location.replace(absolute);
      },
    }),
  );

  const receive = useRef<(message: GuestMessage) => void>(undefined);
  useEffect(() => {
    latest.current = { confirm };
    receive.current = (message) => {
      switch (message.type) {
        case "ready":
          setLoads((before) => before + 1);
          setIsCovered(false);
          signIn.ready();
          if (isPage(message.path)) step.ready(message.path);
          break;
        case "navigated":
          if (isPage(message.path)) step.navigated(message.path);
          break;
        case "title":
          setTitle(message.title);
          break;
        case "dialog":
          setIsCovered(message.isOpen);
          break;
        case "sign-in":
          void signIn.asked(message.request, message.recent);
          break;
        case "menu":
          keepGuestMenu(message.entries);
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
      receive: (message) => receive.current?.(message),
    });
    host.current = opened;
    return () => opened.close();
  }, [frame, origin]);

  useEffect(() => {
    if (loads > 0) return;
    const timer = setTimeout(() => setIsAway(true), patienceMs);
    return () => clearTimeout(timer);
  }, [loads]);

  // Also where a person chooses the page that they are on.
  useEffect(() => {
    if (location) step.shown(path);
  }, [step, location, path]);

  useEffect(() => {
    if (loads > 0) host.current?.send({ type: "language", language });
  }, [loads, language]);

  const loaded = useCallback(() => signIn.loaded(), [signIn]);

  const state = loads > 0 ? "ready" : isAway ? "away" : "loading";
  return { state, isCovered, firstPath, loaded } as const;
}

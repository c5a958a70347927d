import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { type Guest, openGuest } from "@sekimori/kit-embed/guest";
import type { GuestNews } from "@sekimori/kit-embed/guest-messages";
import type { Router } from "@sekimori/kit-web/routing/router";
import { language } from "./language.ts";
import { wantedPath } from "./wanted-path.ts";

/** Whether this is a page within the portal's. */
export const isFramed = window.parent !== window;

let guest: Guest | undefined;
/** Said before the portal could be spoken to. */
const unsaid: GuestNews[] = [];

/** Tells the portal, as soon as it can be; on our own nobody is told anything. */
export function tellHost(news: GuestNews): void {
  if (guest) guest.send(news);
  else if (isFramed) unsaid.push(news);
}

const titleMost = 200;

/**
 * Keeps the portal's address and ours in step (docs/integrate/frame-protocol.md). The portal's address is the
 * history that a person moves in, so in the frame our own entries are replaced, never added.
 *
 * @param hostOrigin the exact origin of the portal; messages of any other are ignored.
 */
export function joinHost(hostOrigin: string, router: Router): void {
  if (!isFramed) return;
  const path = () => {
    const place = router.shown()?.place;
    if (!place) return "/";
    // It stands in the place of the page that was wanted.
    if (place.pathname === pagePaths.signIn) {
      return wantedPath(new URLSearchParams(place.search));
    }
    return `${place.pathname}${place.search}`;
  };
  let told = path();
  guest = openGuest({
    self: window,
    host: window.parent,
    hostOrigin,
    receive(message) {
      if (message.type === "language") void language.switchTo(message.language);
      // Where this leads is told as any other move is: news of ours may have crossed with it.
      else if (message.path !== path()) void router.navigate(message.path, { replace: true });
      else tellHost({ type: "navigated", path: path() });
    },
  });
  router.subscribe(() => {
    if (router.isLoading() || path() === told) return;
    told = path();
    tellHost({ type: "navigated", path: told });
  });
  // The router's pages set the window's title; the portal shows it in its own.
  const title = document.querySelector("title");
  const tellTitle = () =>
    tellHost({ type: "title", title: document.title.split(" | ")[0]?.slice(0, titleMost) ?? "" });
  if (title) new MutationObserver(tellTitle).observe(title, { childList: true });
  // Each dialog is a child of the body, beside the page that it covers.
  let wasOpen = false;
  const tellDialog = () => {
    const isOpen = document.querySelector("[data-dialog]") !== null;
    if (isOpen !== wasOpen) tellHost({ type: "dialog", isOpen });
    wasOpen = isOpen;
  };
  new MutationObserver(tellDialog).observe(document.body, { childList: true });
  tellHost({ type: "ready", path: path() });
  for (const news of unsaid.splice(0)) tellHost(news);
  tellTitle();
}

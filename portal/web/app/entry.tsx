import "./styles.css";
import "./no-compiled-schemas.ts";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { shellCatalogue } from "./catalogues.ts";
import { refusals } from "./client.ts";
import { language } from "./language.ts";
import { historyEntries } from "./routing/history-entries.ts";
import { createRouter } from "./routing/router.ts";
import { RouterView } from "./routing/router-view.tsx";
import { routes } from "./routing/routes.tsx";
import { show } from "./routing/show.ts";
import { session } from "./session/current.ts";
import { refused } from "./session/refused.ts";
import { FirstMoment, Root } from "./shell/root.tsx";

async function start(container: HTMLElement): Promise<void> {
  const router = createRouter({ routes, entries: historyEntries(window), show });
  refusals.unauthorised = (begunAt) =>
    refused(begunAt, window.location, (path) => void router.navigate(path));
  refusals.forbidden = () => void router.navigate(pagePaths.accessDenied);
  // Signing in or out in one tab moves the others: the guard decides again.
  session.subscribe(() => void router.revalidate());
  // The page's own files are on their way while the shell's sentences are.
  const arrival = router.start();
  await language.load(shellCatalogue);
  createRoot(container).render(
    <StrictMode>
      <RouterView router={router} waiting={<FirstMoment />}>
        <Root />
      </RouterView>
    </StrictMode>,
  );
  await arrival;
}

const container = document.getElementById("app");
if (container) void start(container);

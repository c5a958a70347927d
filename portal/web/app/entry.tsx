import "./styles.css";
import "./no-compiled-schemas.ts";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { shellCatalogue } from "./catalogues.ts";
import { refusals } from "./client.ts";
import { language } from "./language.ts";
import { routes } from "./routing/routes.tsx";
import { moveBetweenPages } from "./routing/transitions.ts";
import { session } from "./session/current.ts";
import { refused } from "./session/refused.ts";

async function start(container: HTMLElement): Promise<void> {
  await language.load(shellCatalogue);
  const router = createBrowserRouter(routes);
  moveBetweenPages(router);
  refusals.unauthorised = (begunAt) =>
    refused(begunAt, router.state.location, (path) => void router.navigate(path));
  refusals.forbidden = () => void router.navigate(pagePaths.accessDenied);
  // Signing in or out in one tab moves the others: the guard decides again.
  session.subscribe(() => void router.revalidate());
  createRoot(container).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

const container = document.getElementById("app");
if (container) void start(container);

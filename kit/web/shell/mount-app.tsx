import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../form/no-compiled-schemas.ts";
import type { Router } from "../routing/router.ts";
import { RouterView } from "../routing/router-view.tsx";
import { AppRoot, type AppRootProps, FirstMoment } from "./app-root.tsx";

interface MountedApp extends AppRootProps {
  readonly router: Router;
  /** Resolves when the sentences that every page needs are there. */
  readonly loadShell: () => Promise<void>;
}

/**
 * Shows an application in the page's `#app`, the page at its address first. That page's own files
 * are on their way while the shell's sentences are.
 *
 * @returns when the first page has arrived.
 */
export async function mountApp({ router, loadShell, ...root }: MountedApp): Promise<void> {
  const container = document.getElementById("app");
  if (!container) throw new Error("The page has no element with the id app.");
  const arrival = router.start();
  await loadShell();
  createRoot(container).render(
    <StrictMode>
      <RouterView router={router} waiting={<FirstMoment />}>
        <AppRoot {...root} />
      </RouterView>
    </StrictMode>,
  );
  await arrival;
}

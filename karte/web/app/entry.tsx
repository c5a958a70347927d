import "./styles.css";
import { historyEntries } from "@sekimori/kit-web/routing/history-entries";
import { createRouter } from "@sekimori/kit-web/routing/router";
import { show } from "@sekimori/kit-web/routing/show";
import { mountApp } from "@sekimori/kit-web/shell/mount-app";
import { refusals, site } from "./client.ts";
import { joinHost } from "./embedding.ts";
import { i18n, language } from "./language.ts";
import { rememberPages } from "./last-page.ts";
import { densityNow, showDensity } from "./lists/density.ts";
import { routes } from "./routing/routes.tsx";
import { errorSentences } from "./sentences/error-sentences.ts";
import { reportError } from "./sentences/report-error.ts";
import { signInAgain } from "./session/sign-in.ts";
import { toasts } from "./toasts.ts";

async function start(): Promise<void> {
  showDensity(densityNow());
  const router = createRouter({ routes, entries: historyEntries(window), show });
  refusals.unauthorised = signInAgain;
  rememberPages(router);
  const shown = mountApp({
    router,
    loadShell: () => language.loadShell(),
    name: "Sekimori",
    i18n,
    toasts,
    errors: errorSentences,
    report: reportError,
  });
  const { portalOrigin } = await site();
  await shown;
  joinHost(portalOrigin, router);
}

start().catch(reportError);

import "./styles.css";
import { historyEntries } from "@sekimori/kit-web/routing/history-entries";
import { createRouter } from "@sekimori/kit-web/routing/router";
import { show } from "@sekimori/kit-web/routing/show";
import { mountApp } from "@sekimori/kit-web/shell/mount-app";
import { refusals } from "./integration-client.ts";
import { i18n, language } from "./language.ts";
import { integrationRoutes as routes } from "./routing/integration-pages.tsx";
import { errorSentences } from "./sentences/error-sentences.ts";
import { reportError } from "./sentences/report-error.ts";
import { signInAgain } from "./session/sign-in.ts";
import { toasts } from "./toasts.ts";

refusals.unauthorised = signInAgain;
mountApp({
  router: createRouter({ routes, entries: historyEntries(window), show }),
  loadShell: () => language.loadShell(),
  name: "Sekimori",
  i18n,
  toasts,
  errors: errorSentences,
  report: reportError,
}).catch(reportError);

import "./styles.css";
import { msg } from "@lingui/core/macro";
import { historyEntries } from "@sekimori/kit-web/routing/history-entries";
import { createRouter } from "@sekimori/kit-web/routing/router";
import { show } from "@sekimori/kit-web/routing/show";
import { mountApp } from "@sekimori/kit-web/shell/mount-app";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { refusals } from "./client.ts";
import { i18n, language } from "./language.ts";
import { refused } from "./refused-session.ts";
import { routes } from "./routing/routes.tsx";
import { errorSentences } from "./sentences/error-sentences.ts";
import { reportError } from "./sentences/report-error.ts";
import { session } from "./session/current.ts";
import { tellLanguage } from "./session/tell-language.ts";
import { toasts } from "./toasts.ts";

// Typed, bookmarked or linked from elsewhere: this visit begins here, and no earlier request goes on.
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const begins: readonly string[] = [pagePaths.root, pagePaths.login];
if (visit?.type === "navigate" && begins.includes(window.location.pathname)) {
  session.openedAtSignIn();
}

const router = createRouter({ routes, entries: historyEntries(window), show });
refusals.unauthorised = (begunAt) =>
  refused(begunAt, window.location, (path) => void router.navigate(path));
refusals.forbidden = () => void router.navigate(pagePaths.accessDenied);
// Signing in or out in one tab moves the others: the guard decides again.
session.subscribe(() => void router.revalidate());
tellLanguage();

void mountApp({
  router,
  loadShell: () => language.loadShell(),
  name: "Sekimori",
  // The built page begins with the Japanese one.
  description: msg`Sekimori scans your domains and sites from the outside and shows where they're weak. Register, log in and manage your plan here.`,
  i18n,
  toasts,
  errors: errorSentences,
  report: reportError,
});

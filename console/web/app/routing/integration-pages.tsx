import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  type IntegrationPageName,
  integrationPagePaths,
} from "@sekimori/console-contract/page-routes";
import { pagePart } from "@sekimori/kit-web/routing/page-part";
import type { Part, Route } from "@sekimori/kit-web/routing/route";
import { language } from "../language.ts";
import { IntegratorAloneLayout, IntegratorLayout } from "../shell/integrator-layout.tsx";

const forIntegrators: readonly Part[] = [async () => IntegratorLayout];
const alone: readonly Part[] = [async () => IntegratorAloneLayout];

const page = (
  name: IntegrationPageName,
  title: MessageDescriptor,
  /** The feature whose sentences it shows. */
  feature: string,
  load: Part,
  frames = forIntegrators,
): Route => ({
  path: integrationPagePaths[name],
  handle: { title },
  parts: [...frames, pagePart(language, { sentences: [feature], load })],
});

/** Every page of the integrator's console; other addresses lead to the page that says so. */
export const integrationRoutes: readonly Route[] = [
  page(
    "applications",
    msg`Applications`,
    "applications",
    async () =>
      (await import("../../features/applications/applications-page.tsx")).ApplicationsPage,
  ),
  page(
    "addApplication",
    msg`Add an application`,
    "applications",
    async () =>
      (await import("../../features/applications/add-application-page.tsx")).AddApplicationPage,
  ),
  page(
    "application",
    msg`Application`,
    "applications",
    async () => (await import("../../features/applications/application-page.tsx")).ApplicationPage,
  ),
  page(
    "tryLogin",
    msg`Try the login`,
    "walk",
    async () => (await import("../../features/walk/walk-page.tsx")).WalkPage,
  ),
  page(
    "guide",
    msg`Set up the application`,
    "guide",
    async () => (await import("../../features/guide/guide-page.tsx")).GuidePage,
  ),
  page(
    "keys",
    msg`Signing keys`,
    "signing-keys",
    async () => (await import("../../features/signing-keys/signing-keys-page.tsx")).SigningKeysPage,
  ),
  page(
    "refusals",
    msg`Refused requests`,
    "refusals",
    async () => (await import("../../features/refusals/refusals-page.tsx")).RefusalsPage,
  ),
  page(
    "signIn",
    msg`Log in`,
    "integrator-session",
    async () => (await import("../../features/integrator-session/sign-in-page.tsx")).SignInPage,
    alone,
  ),
  page(
    "signOut",
    msg`Log out`,
    "integrator-session",
    async () => (await import("../../features/integrator-session/sign-out-page.tsx")).SignOutPage,
    alone,
  ),
  page(
    "pageNotFound",
    msg`Page not found`,
    "integrator-session",
    async () =>
      (await import("../../features/integrator-session/page-not-found-page.tsx")).PageNotFoundPage,
    alone,
  ),
  { path: "*", redirect: () => integrationPagePaths.pageNotFound, parts: [] },
];

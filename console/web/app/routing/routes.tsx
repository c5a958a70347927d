import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type PageName, pagePaths } from "@sekimori/console-contract/page-routes";
import { pagePart } from "@sekimori/kit-web/routing/page-part";
import type { Part, Route } from "@sekimori/kit-web/routing/route";
import { language } from "../language.ts";
import { AloneLayout } from "../shell/alone-layout.tsx";
import { AppLayout } from "../shell/app-layout.tsx";

const forStaff: readonly Part[] = [async () => AppLayout];
const alone: readonly Part[] = [async () => AloneLayout];

const page = (
  name: PageName,
  title: MessageDescriptor,
  /** The feature whose sentences it shows. */
  feature: string,
  load: Part,
  frames = forStaff,
): Route => ({
  path: pagePaths[name],
  handle: { title },
  parts: [...frames, pagePart(language, { sentences: [feature], load })],
});

/** Every page that the console has; addresses that it lacks lead to the page that says so. */
export const routes: readonly Route[] = [
  page(
    "find",
    msg`Find a member`,
    "find",
    async () => (await import("../../features/find/find-page.tsx")).FindPage,
  ),
  page(
    "member",
    msg`Member`,
    "member",
    async () => (await import("../../features/member/member-page.tsx")).MemberPage,
  ),
  page(
    "requests",
    msg`Requests`,
    "requests",
    async () => (await import("../../features/requests/requests-page.tsx")).RequestsPage,
  ),
  page(
    "work",
    msg`Work queue`,
    "work",
    async () => (await import("../../features/work/work-page.tsx")).WorkPage,
  ),
  page(
    "month",
    msg`Month`,
    "month",
    async () => (await import("../../features/month/month-page.tsx")).MonthPage,
  ),
  page(
    "staff",
    msg`Staff`,
    "staff",
    async () => (await import("../../features/staff/staff-page.tsx")).StaffPage,
  ),
  page(
    "maintenance",
    msg`Maintenance`,
    "maintenance",
    async () => (await import("../../features/maintenance/maintenance-page.tsx")).MaintenancePage,
  ),
  page(
    "funnel",
    msg`Registrations`,
    "funnel",
    async () => (await import("../../features/funnel/funnel-page.tsx")).FunnelPage,
  ),
  page(
    "prices",
    msg`Prices`,
    "prices",
    async () => (await import("../../features/prices/prices-page.tsx")).PricesPage,
  ),
  page(
    "keys",
    msg`Keys`,
    "keys",
    async () => (await import("../../features/keys/keys-page.tsx")).KeysPage,
  ),
  page(
    "signIn",
    msg`Log in`,
    "session",
    async () => (await import("../../features/session/sign-in-page.tsx")).SignInPage,
    alone,
  ),
  page(
    "signOut",
    msg`Log out`,
    "session",
    async () => (await import("../../features/session/sign-out-page.tsx")).SignOutPage,
    alone,
  ),
  page(
    "pageNotFound",
    msg`Page not found`,
    "session",
    async () => (await import("../../features/session/page-not-found-page.tsx")).PageNotFoundPage,
    alone,
  ),
  { path: "*", redirect: () => pagePaths.pageNotFound, parts: [] },
];

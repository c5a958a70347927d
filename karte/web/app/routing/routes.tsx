import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type PageName, pagePaths } from "@sekimori/karte-contract/page-routes";
import { pagePart } from "@sekimori/kit-web/routing/page-part";
import type { Part, Route } from "@sekimori/kit-web/routing/route";
import { language } from "../language.ts";
import { AloneLayout } from "../shell/alone-layout.tsx";
import { AppLayout } from "../shell/app-layout.tsx";

const inWorkspace: readonly Part[] = [async () => AppLayout];
const alone: readonly Part[] = [async () => AloneLayout];

const page = (
  name: PageName,
  title: MessageDescriptor,
  /** The features, and parts of the app, whose sentences it shows. */
  sentences: string | readonly string[],
  load: Part,
  frames = inWorkspace,
): Route => ({
  path: pagePaths[name],
  handle: { title },
  parts: [...frames, pagePart(language, { sentences: [sentences].flat(), load })],
});

/** Every page that karte has; addresses that it lacks lead to the page that says so. */
export const routes: readonly Route[] = [
  page(
    "overview",
    msg`Overview`,
    ["overview", "app/charts", "app/findings"],
    async () => (await import("../../features/overview/overview-page.tsx")).OverviewPage,
  ),
  page(
    "group",
    msg`Group`,
    ["overview", "app/charts", "app/findings"],
    async () => (await import("../../features/overview/group-page.tsx")).GroupPage,
  ),
  page(
    "siteList",
    msg`Domain list`,
    ["domains", "app/views"],
    async () => (await import("../../features/domains/site-list-page.tsx")).SiteListPage,
  ),
  page(
    "inventory",
    msg`Assets`,
    ["inventory", "app/assets", "app/views"],
    async () => (await import("../../features/inventory/inventory-page.tsx")).InventoryPage,
  ),
  page(
    "subdomainSearch",
    msg`Subdomain search`,
    ["inventory", "app/assets", "app/views"],
    async () =>
      (await import("../../features/inventory/subdomain-search-page.tsx")).SubdomainSearchPage,
  ),
  page(
    "inventoryDomain",
    msg`Inventory domain`,
    ["domains", "app/assets", "app/charts", "app/findings"],
    async () => (await import("../../features/domains/domain-page.tsx")).DomainPage,
  ),
  page(
    "inventoryResult",
    msg`Inventory result (findings)`,
    ["findings", "app/views"],
    async () => (await import("../../features/findings/findings-page.tsx")).FindingsPage,
  ),
  page(
    "siteBulkRegistration",
    msg`Bulk domain registration`,
    "imports",
    async () =>
      (await import("../../features/imports/bulk-registration-page.tsx")).BulkRegistrationPage,
  ),
  page(
    "importLog",
    msg`Import log`,
    "imports",
    async () => (await import("../../features/imports/import-log-page.tsx")).ImportLogPage,
  ),
  page(
    "groupList",
    msg`Group list`,
    "groups",
    async () => (await import("../../features/groups/group-list-page.tsx")).GroupListPage,
  ),
  page(
    "userManagement",
    msg`User management`,
    "people",
    async () => (await import("../../features/people/user-management-page.tsx")).UserManagementPage,
  ),
  page(
    "myContract",
    msg`My contract`,
    "contract",
    async () => (await import("../../features/contract/my-contract-page.tsx")).MyContractPage,
  ),
  page(
    "activity",
    msg`Activity log`,
    ["activity", "app/assets"],
    async () => (await import("../../features/activity/activity-page.tsx")).ActivityPage,
  ),
  page(
    "contactUs",
    msg`Contact`,
    "contact",
    async () => (await import("../../features/contact/contact-us-page.tsx")).ContactUsPage,
  ),
  page(
    "workspace",
    msg`Workspace`,
    "workspaces",
    async () => (await import("../../features/workspaces/workspace-page.tsx")).WorkspacePage,
  ),
  page(
    "newWorkspace",
    msg`Create a workspace`,
    "workspaces",
    async () => (await import("../../features/workspaces/new-workspace-page.tsx")).NewWorkspacePage,
    alone,
  ),
  page(
    "closedWorkspaces",
    msg`Reopen a workspace`,
    "workspaces",
    async () =>
      (await import("../../features/workspaces/closed-workspaces-page.tsx")).ClosedWorkspacesPage,
    alone,
  ),
  page(
    "invitation",
    msg`Invitation`,
    "people",
    async () => (await import("../../features/people/invitation-page.tsx")).InvitationPage,
    alone,
  ),
  page(
    "unsubscribe",
    msg`Weekly digest email`,
    "unsubscribe",
    async () => (await import("../../features/unsubscribe/unsubscribe-page.tsx")).UnsubscribePage,
    alone,
  ),
  page(
    "reportRequest",
    msg`Report request`,
    "reports",
    async () => (await import("../../features/reports/report-page.tsx")).ReportPage,
  ),
  page(
    "alerts",
    msg`Alerts`,
    "alerts",
    async () => (await import("../../features/alerts/alerts-page.tsx")).AlertsPage,
  ),
  page(
    "settings",
    msg`Settings`,
    "settings",
    async () => (await import("../../features/settings/settings-page.tsx")).SettingsPage,
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
  ),
  { path: "*", redirect: () => pagePaths.pageNotFound, parts: [] },
];

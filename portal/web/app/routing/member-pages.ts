/**
 * Where the pages behind the login are. Apart from the routes, because every page carries the names of
 * all files that its routes may load: whoever is about to log in needs none of these.
 */
export const memberPages = {
  layout: async () => (await import("../private/private-layout.tsx")).PrivateLayout,
  security: async () => (await import("../../features/my-page/my-page.tsx")).MyPage,
  upgrade: async () => (await import("../../features/upgrade/upgrade-page.tsx")).UpgradePage,
  organisation: async () =>
    (await import("../../features/organisation/organisation-page.tsx")).OrganisationPage,
  notices: async () => (await import("../../features/notices/notices-page.tsx")).NoticesPage,
  notice: async () => (await import("../../features/notices/notice-page.tsx")).NoticePage,
  karte: async () => (await import("../../features/karte-frame/karte-page.tsx")).KartePage,
};

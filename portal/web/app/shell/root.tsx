import { I18nProvider } from "@lingui/react";
import { i18n } from "../language.ts";
import { useIsLoading } from "../routing/navigation.ts";
import { Outlet } from "../routing/outlet.tsx";
import { FormWords } from "../sentences/form-words.tsx";
import { ToastsView } from "./toasts-view.tsx";
import { useArrival } from "./use-arrival.ts";

function Shell() {
  useArrival();
  return (
    <FormWords>
      <PageProgress />
      <Outlet />
      <ToastsView />
    </FormWords>
  );
}

function PageProgress() {
  return useIsLoading() && <div className="page-progress" aria-hidden="true" />;
}

/** What stands around every page, whatever its layout. */
export function Root() {
  return (
    <I18nProvider i18n={i18n}>
      <Shell />
    </I18nProvider>
  );
}

/** The ground of the page while its first part is on the way. */
export function FirstMoment() {
  return <div className="min-h-dvh" aria-busy="true" />;
}

import { I18nProvider } from "@lingui/react";
import { Outlet, useNavigation } from "react-router";
import { i18n } from "../language.ts";
import { FormWords } from "../sentences/form-words.tsx";
import { ToastsView } from "./toasts-view.tsx";
import { useArrival } from "./use-arrival.ts";

function Shell() {
  useArrival();
  const loading = useNavigation().state === "loading";
  return (
    <FormWords>
      {loading && <div className="page-progress" aria-hidden="true" />}
      <Outlet />
      <ToastsView />
    </FormWords>
  );
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

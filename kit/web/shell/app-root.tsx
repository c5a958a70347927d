import type { I18n, MessageDescriptor } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useIsLoading } from "../routing/navigation.ts";
import { Outlet } from "../routing/outlet.tsx";
import { AppWords, type AppWordsProps } from "../sentences/app-words.tsx";
import type { ToastQueue } from "../toast-queue/toast-queue.ts";
import { ToastsView } from "./toasts-view.tsx";
import { useArrival } from "./use-arrival.ts";

export interface AppRootProps extends Omit<AppWordsProps, "children"> {
  /** Stands in the window's title after the page's. */
  readonly name: string;
  /** What search engines and previews show of a page that has no description of its own. */
  readonly description?: MessageDescriptor;
  readonly i18n: I18n;
  readonly toasts: ToastQueue;
}

/** What stands around every page of an app, whatever its layout; below a RouterView. */
export function AppRoot({ name, description, i18n, toasts, ...words }: AppRootProps) {
  return (
    <I18nProvider i18n={i18n}>
      <AppWords {...words}>
        <Arrival name={name} description={description} toasts={toasts} />
        <PageProgress />
        <Outlet />
        <ToastsView queue={toasts} />
      </AppWords>
    </I18nProvider>
  );
}

interface ArrivalProps {
  readonly name: string;
  readonly description: MessageDescriptor | undefined;
  readonly toasts: ToastQueue;
}

function Arrival({ name, description, toasts }: ArrivalProps) {
  useArrival(name, description, toasts.clear);
  return null;
}

function PageProgress() {
  return useIsLoading() && <div className="page-progress" aria-hidden="true" />;
}

/** The ground of the page while its first part is on the way. */
export function FirstMoment() {
  return <div className="min-h-dvh" aria-busy="true" />;
}

import { useLingui } from "@lingui/react/macro";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";

/** The shape of a page of the application, until it is there. */
export function KarteLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading the management application`}>
      <div className="flex flex-col gap-6 px-4 py-10 sm:px-10 lg:px-16">
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    </Loading>
  );
}

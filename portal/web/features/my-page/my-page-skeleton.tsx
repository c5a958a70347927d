import { useLingui } from "@lingui/react/macro";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";

/** The shape of My Page while the profile is on its way; the footer stays out of sight as it will. */
export function MyPageSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading`} className="min-h-dvh">
      <div className="flex gap-8 border-b border-border pb-4">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-6 w-48" />
      </div>
      <Skeleton className="mt-8 mb-4 h-6 w-32" />
      {["name", "email", "language"].map((row) => (
        <div key={row} className="grid gap-2 border-t border-border py-4 sm:grid-cols-[13rem_1fr]">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-56" />
        </div>
      ))}
    </Loading>
  );
}

import { useLingui } from "@lingui/react/macro";

/** What an attempt that ended without success leaves behind. */
export function NothingCame({ replaces }: { readonly replaces: boolean }) {
  const { t } = useLingui();
  return (
    <p>
      {replaces
        ? t`Your registered card stays on file. Nothing was charged.`
        : t`No card was registered and nothing was charged.`}
    </p>
  );
}

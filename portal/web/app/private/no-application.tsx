import { useLingui } from "@lingui/react/macro";
import { useHasApplication } from "./use-menu.ts";

/** Below the menu: why the pages of the management application are not in it. */
export function NoApplication() {
  const { t } = useLingui();
  if (useHasApplication()) return null;
  return (
    <p className="mx-4 mb-4 rounded-8 border border-border px-4 py-3 text-[0.875rem] text-muted">
      {t`The management application isn't set up yet.`}
    </p>
  );
}

import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";

export function NoFindings() {
  const { t } = useLingui();
  return (
    <EmptyState title={t`No findings`}>
      {t`No findings match, or nothing has been scanned yet.`}
    </EmptyState>
  );
}

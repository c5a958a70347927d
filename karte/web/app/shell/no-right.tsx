import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";

/** In the place of what the person's role does not open. */
export function NoRight() {
  const { t } = useLingui();
  return (
    <EmptyState title={t`Your role can't open this page`}>
      {t`Ask a workspace administrator.`}
    </EmptyState>
  );
}

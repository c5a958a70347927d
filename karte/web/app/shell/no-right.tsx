import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { useSession } from "../session/session-query.ts";

/** In the place of what the person's role does not open, or opens no more while the plan is full. */
export function NoRight() {
  const { t } = useLingui();
  const isOverPlan = useSession().data?.workspace?.overPlan ?? false;
  return isOverPlan ? (
    <EmptyState title={t`You can't open this page with view-only access`}>
      {t`The message above says how your access comes back.`}
    </EmptyState>
  ) : (
    <EmptyState title={t`Your role can't open this page`}>
      {t`Only administrators and owners can open it. Ask one of them.`}
    </EmptyState>
  );
}

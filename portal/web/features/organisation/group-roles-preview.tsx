import { useLingui } from "@lingui/react/macro";
import { personName } from "@sekimori/kit-contract/person-name";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import type { GroupRole } from "@sekimori/portal-contract/group-roles";
import { useQuery } from "@tanstack/react-query";
import { language } from "../../app/language.ts";
import { roleWords } from "./group-role-words.ts";
import { groupRolesPreviewQuery, type WantedRoles } from "./group-roles-query.ts";

/** Who would get which role, before anything is saved. */
export function GroupRolesPreview({ wanted }: { readonly wanted: WantedRoles }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery(groupRolesPreviewQuery(wanted), queryClient);
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  const { changed, members, people, unknown } = data;
  const role = (one: GroupRole | null) => (one === null ? t`None` : i18n._(roleWords[one]));
  return (
    <div aria-live="polite">
      <p className="font-700">
        {changed === 0
          ? t`Nobody's role changes now.`
          : t`Members whose role changes now: ${{ changed }} of ${{ members }}`}
      </p>
      {unknown > 0 && (
        <p className="text-muted">
          {t`Groups not known yet, so decided at the next login: ${{ unknown }}`}
        </p>
      )}
      {people.length > 0 && (
        <ul className="mt-2">
          {people.map(({ firstName, lastName, email, before, after }) => (
            <li key={email} className="py-1 wrap-anywhere">
              {personName(firstName, lastName, language.current())}{" "}
              <span className="text-muted">{email}</span>{" "}
              <span>
                {before === after
                  ? role(after)
                  : t`${{ before: role(before) }} → ${{ after: role(after) }}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Select, type SelectProps } from "@sekimori/kit-web/primitives/select";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { groupsQuery } from "../../app/session/workspace-queries.ts";
import { viewsQuery } from "../../app/views/view-queries.ts";

/** The person's views that a report can be about. */
function useReportViews() {
  const { data } = useQuery(viewsQuery, queryClient);
  return data?.views.filter(({ list }) => list !== "assets");
}

/** What to know before choosing a view, as a field's help; nothing while there is none to choose. */
export function useScopeHelp(): { readonly help?: string } {
  const { t } = useLingui();
  if (!useReportViews()?.length) return {};
  return {
    help: t`Reports keep a copy of the saved view, and everyone who sees the report sees its name.`,
  };
}

interface ScopeSelectProps extends SelectProps {
  /** The view that led here: it stands here before all of them are known, and if it is gone. */
  readonly viewId?: string | null;
  /** More options than everything, the groups and the views. */
  readonly more?: ReactNode;
}

/** Everything, one group, or what one's own saved view shows: "all", "group:" or "view:" with the id. */
export function ScopeSelect({ viewId = null, more, ...field }: ScopeSelectProps) {
  const { t } = useLingui();
  const { data } = useQuery(groupsQuery, queryClient);
  const views = useReportViews();
  const isMissing = viewId !== null && !views?.some(({ id }) => id === viewId);
  return (
    <Select {...field}>
      <option value="all">{t`All domains`}</option>
      {data?.groups.map(({ id, name }) => (
        <option key={id} value={`group:${id}`}>
          {t`Group: ${{ name }}`}
        </option>
      ))}
      {views?.map(({ id, list, name }) => (
        <option key={id} value={`view:${id}`}>
          {list === "domains" ? t`Domain view: ${{ name }}` : t`Findings view: ${{ name }}`}
        </option>
      ))}
      {isMissing && (
        <option key={viewId} value={`view:${viewId}`}>
          {views ? t`Deleted view` : "…"}
        </option>
      )}
      {more}
    </Select>
  );
}

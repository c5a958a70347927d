import { useLingui } from "@lingui/react/macro";
import { removeView, type SavedView } from "@sekimori/karte-contract/endpoints/saved-views";
import { type ListName, narrowingLists } from "@sekimori/karte-contract/lists";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { CheckIcon, CopyIcon, ReportIcon, TrashIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Popover } from "@sekimori/kit-web/primitives/popover";
import { Link } from "@sekimori/kit-web/routing/link";
import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../client.ts";
import { reportedAct } from "../session/reported-act.ts";
import { useMay } from "../session/session-query.ts";
import { toasts } from "../toasts.ts";
import { PolicyOfView } from "./policy-of-view.tsx";
import { viewOf } from "./view-of.ts";
import { viewsQuery } from "./view-queries.ts";

const saveDialog = fetchedDialog(
  async () => (await import("./save-view-dialog.tsx")).SaveViewDialog,
);

interface SavedViewsProps {
  readonly list: ListName;
  readonly address: URLSearchParams;
}

/** The views of a list that the person keeps: to go to, to report, to take as a call of the API, to forget. */
export function SavedViews({ list, address }: SavedViewsProps) {
  const { t } = useLingui();
  const [saving, setSaving] = useState(false);
  const { data } = useQuery(viewsQuery, queryClient);
  const views = data?.views.filter((view) => view.list === list) ?? [];
  const query = viewOf(address);
  const here = new URLSearchParams(query).toString();
  const isHere = (view: SavedView) => viewText(view) === here;
  const present = views.find(isHere);
  return (
    <>
      <Popover
        label={t`Saved views`}
        trigger={<Button size="small">{present ? present.name : t`Saved views`}</Button>}
        width={320}
      >
        {(close) => (
          <>
            {views.length === 0 && (
              <p className="text-muted">
                {t`Set the filters, order and columns you use often, then save them under a name.`}
              </p>
            )}
            <ul className="grid max-h-[50vh] gap-1 overflow-y-auto">
              {views.map((view) => (
                <ViewEntry key={view.id} view={view} isHere={isHere(view)} onGo={close} />
              ))}
            </ul>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button
                size="small"
                unavailable={here === ""}
                onClick={() => {
                  close();
                  setSaving(true);
                }}
              >
                {t`Save this view`}
              </Button>
              {list === "findings" && <PolicyOfView address={address} name={present?.name ?? ""} />}
            </div>
          </>
        )}
      </Popover>
      {saving && (
        <saveDialog.Dialog
          list={list}
          query={query}
          name={present?.name ?? ""}
          taken={views.map(({ name }) => name)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

/** A view as its address has it, in one order of its parts. */
const viewText = ({ query }: SavedView) =>
  new URLSearchParams(viewOf(new URLSearchParams(query))).toString();

interface ViewEntryProps {
  readonly view: SavedView;
  readonly isHere: boolean;
  readonly onGo: () => void;
}

function ViewEntry({ view, isHere, onGo }: ViewEntryProps) {
  const { t } = useLingui();
  const { id, list, name, call, query } = view;
  const mayRequest = useMay("request-report");
  const narrows = narrowingLists.some((one) => one === list);

  async function copy() {
    await navigator.clipboard.writeText(new URL(call, window.location.origin).href);
    toasts.show({ tone: "success", title: t`Copied` });
  }

  return (
    <li className="flex items-center gap-1">
      <Link
        to={`?${new URLSearchParams(query)}`}
        aria-current={isHere ? "page" : undefined}
        onClick={onGo}
        className={`${linkClass} flex min-h-11 min-w-0 flex-1 items-center gap-2 break-words`}
      >
        {name}
        {isHere && <CheckIcon className="shrink-0" />}
      </Link>
      {mayRequest && narrows && (
        <Link
          to={`${pagePaths.reportRequest}?view=${id}`}
          aria-label={t`Create a report of ${{ name }}`}
          title={t`Create a report of ${{ name }}`}
          className="inline-grid size-8 shrink-0 place-items-center rounded-6 text-text transition-colors hover:bg-key-soft"
        >
          <ReportIcon />
        </Link>
      )}
      <IconButton
        size="small"
        label={t`Copy ${{ name }} as an API request`}
        icon={<CopyIcon />}
        onClick={() => void copy()}
      />
      <IconButton
        size="small"
        label={t`Delete ${{ name }}`}
        icon={<TrashIcon />}
        onClick={() => void reportedAct(() => client.call(removeView, { params: { id } }))}
      />
    </li>
  );
}

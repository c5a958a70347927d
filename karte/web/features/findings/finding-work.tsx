import { useLingui } from "@lingui/react/macro";
import { workFindings } from "@sekimori/karte-contract/endpoints/findings";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import type { FindingState } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { actKeys } from "../../app/search/key-of.ts";
import { keyOf } from "../../app/search/row-keys.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";
import type { Act } from "./finding-act.ts";

const assignDialog = fetchedDialog(async () => (await import("./assign-dialog.tsx")).AssignDialog);
const dueDialog = fetchedDialog(async () => (await import("./due-dialog.tsx")).DueDialog);
const labelDialog = fetchedDialog(
  async () => (await import("./finding-label-dialog.tsx")).FindingLabelDialog,
);
const acceptDialog = fetchedDialog(async () => (await import("./accept-dialog.tsx")).AcceptDialog);

/** An act on findings that can be undone: its id, and how many it changed. */
export interface Worked {
  readonly id: string;
  readonly changed: number;
}

interface FindingWorkProps {
  readonly ids: readonly string[];
  /** Of a single one: what its state does not allow is not offered. */
  readonly state?: FindingState;
  /** Of a single one: by when it is to be fixed. */
  readonly due?: string | null;
  /** All findings that have the causes of these, too. */
  readonly withCause: boolean;
  readonly onDone: () => void;
  /** Told of an act that can be undone. */
  readonly onUndoable?: (done: Worked) => void;
}

/** What can be done to one finding or to many: who mends it, whether it is accepted. */
export function FindingWork({ ids, state, due, withCause, onDone, onUndoable }: FindingWorkProps) {
  const { t, i18n } = useLingui();
  const mayAssign = useMay("assign");
  const mayAccept = useMay("accept-finding");
  const [asking, setAsking] = useState<"assign" | "due" | "labels" | "accept">();
  const size = state === undefined ? ("small" as const) : ("medium" as const);
  const mayBeOpen = state === undefined || isOpen(state);

  async function work(act: Act) {
    const { changed, unchanged, undo } = await client.call(workFindings, {
      body: { findings: [...ids], withCause, act },
    });
    const [done, left] = [i18n.number(changed), i18n.number(unchanged)];
    toasts.show({
      tone: "success",
      title: t`Saved`,
      text:
        unchanged === 0
          ? t`Findings changed: ${{ done }}`
          : "labels" in act
            ? t`Findings changed: ${{ done }}. Not changed: ${{ left }}`
            : t`Findings changed: ${{ done }}. Not changed because of their status: ${{ left }}`,
    });
    onDone();
    if (undo !== null) onUndoable?.({ id: undo, changed });
    await queryClient.invalidateQueries();
  }

  if (!mayAssign) return null;
  return (
    <>
      <Button
        size={size}
        {...keyOf(actKeys.assign)}
        onClick={() => setAsking("assign")}
      >{t`Assign`}</Button>
      <Button
        size={size}
        {...keyOf(actKeys.due)}
        onClick={() => setAsking("due")}
      >{t`Set due date`}</Button>
      <Button size={size} {...keyOf(actKeys.label)} onClick={() => setAsking("labels")}>
        {t({ message: "Labels", context: "button" })}
      </Button>
      {mayAccept && mayBeOpen && (
        <Button
          size={size}
          {...keyOf(actKeys.accept)}
          onClick={() => setAsking("accept")}
        >{t`Accept risk`}</Button>
      )}
      {mayAccept && (state === undefined || state === "accepted") && (
        <Button
          size={size}
          {...keyOf(actKeys["withdraw-acceptance"])}
          onClick={() => void work({ kind: "withdraw-acceptance" }).catch(reportError)}
        >
          {t`Withdraw risk acceptance`}
        </Button>
      )}
      {asking === "assign" && (
        <assignDialog.Dialog onAssign={work} onClose={() => setAsking(undefined)} />
      )}
      {asking === "due" && (
        <dueDialog.Dialog day={due ?? ""} onDue={work} onClose={() => setAsking(undefined)} />
      )}
      {asking === "labels" && (
        <labelDialog.Dialog onLabel={work} onClose={() => setAsking(undefined)} />
      )}
      {asking === "accept" && (
        <acceptDialog.Dialog onAccept={work} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { undoBulk } from "@sekimori/karte-contract/endpoints/domains";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";

/** Puts back what one change of many domains did. */
export function UndoBulk({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const mayUndo = useMay("manage-domains");
  const [busy, setBusy] = useState(false);
  if (!mayUndo) return null;

  async function undo() {
    setBusy(true);
    try {
      const { state } = await client.call(undoBulk, { params: { id }, body: {} });
      // A large one goes on as a job, which the domain list follows.
      toasts.show({ tone: "success", title: state === "undone" ? t`Undone` : t`Undoing` });
    } catch (error) {
      reportError(error);
    }
    await queryClient.invalidateQueries();
    setBusy(false);
  }

  return (
    <Button size="small" className="ml-3" pending={busy} onClick={() => void undo()}>
      {t`Undo`}
    </Button>
  );
}

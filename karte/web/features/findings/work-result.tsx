import { useLingui } from "@lingui/react/macro";
import { undoFindingWork } from "@sekimori/karte-contract/endpoints/findings";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { actKeys } from "../../app/search/key-of.ts";
import { keyOf } from "../../app/search/row-keys.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import type { Worked } from "./finding-work.tsx";

interface WorkResultProps {
  readonly worked: Worked;
  readonly onClose: () => void;
}

/** What was done to many findings, and the way back. */
export function WorkResult({ worked, onClose }: WorkResultProps) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const done = i18n.number(worked.changed);

  async function undo() {
    setBusy(true);
    try {
      const { changed } = await client.call(undoFindingWork, {
        params: { id: worked.id },
        body: {},
      });
      const back = i18n.number(changed);
      toasts.show({ tone: "success", title: t`Undone`, text: t`Findings restored: ${{ back }}` });
      onClose();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
    await queryClient.invalidateQueries();
  }

  return (
    <Banner
      tone="success"
      role="status"
      className="mb-5"
      title={t`Findings changed: ${{ done }}`}
      closeLabel={t`Close`}
      onClose={onClose}
      action={
        <Button size="small" pending={busy} {...keyOf(actKeys.undo)} onClick={() => void undo()}>
          {t`Undo`}
        </Button>
      }
    />
  );
}

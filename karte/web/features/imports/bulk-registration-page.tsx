import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  applyImport,
  checkImport,
  type ImportRow,
  type ImportView,
  type ReadColumn,
} from "@sekimori/karte-contract/endpoints/imports";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { ImportEncoding } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { CandidateSection } from "./candidate-section.tsx";
import { CheckedRows } from "./checked-rows.tsx";
import { TableSource } from "./table-source.tsx";
import { toBase64 } from "./to-base64.ts";

interface Checked {
  readonly import: ImportView;
  readonly rows: readonly ImportRow[];
  readonly columns: readonly ReadColumn[];
}

/** What was checked, to be read again in another encoding. */
interface Source {
  readonly file: Blob;
  readonly fileName: string;
}

/** /site/bulk-registration: a file or pasted rows are checked first, then added all or none. */
export function BulkRegistrationPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [checked, setChecked] = useState<Checked>();
  const [source, setSource] = useState<Source>();
  const [busy, setBusy] = useState<"check" | "apply">();

  async function work(kind: "check" | "apply", act: () => Promise<unknown>) {
    setBusy(kind);
    try {
      await act();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(undefined);
    }
  }

  const check = ({ file, fileName }: Source, encoding?: ImportEncoding) =>
    work("check", async () => {
      const content = toBase64(new Uint8Array(await file.arrayBuffer()));
      const body = { fileName, content, ...(encoding && { encoding }) };
      setChecked(await client.call(checkImport, { body }));
      setSource({ file, fileName });
    });

  const apply = (id: string) =>
    work("apply", async () => {
      const { counts } = await client.call(applyImport, { params: { id }, body: {} });
      await queryClient.invalidateQueries();
      await navigate(pagePaths.siteList);
      const title = plural(counts.add, { one: "# domain added", other: "# domains added" });
      toasts.show({ tone: "success", title });
    });

  return (
    <>
      <PageHeader
        title={t`Bulk domain registration`}
        description={t`Choose a CSV file or paste rows. We check them first and add nothing until you confirm.`}
      />
      <TableSource
        busy={busy === "check"}
        onTable={(file, fileName) => void check({ file, fileName })}
      />
      {checked && (
        <CheckedRows
          checked={checked}
          busy={busy}
          // What is pasted has no bytes of its own that could be read in another way.
          onEncoding={
            source && source.fileName !== "" ? (one) => void check(source, one) : undefined
          }
          onApply={() => void apply(checked.import.id)}
        />
      )}
      {!checked && <CandidateSection />}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import { importBytesMost, importRowsMost } from "@sekimori/karte-contract/constants";
import { importColumns } from "@sekimori/karte-contract/words";
import { DownloadIcon, UploadIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { useState } from "react";

interface TableSourceProps {
  readonly busy: boolean;
  readonly onTable: (table: Blob, fileName: string) => void;
}

/** With a byte order mark, so that spreadsheets read Japanese in it. */
const template = `\uFEFF${importColumns.join(",")}\r\nexample.co.jp,,\r\n`;

/** Where the rows come from: a file, or what is pasted. */
export function TableSource({ busy, onTable }: TableSourceProps) {
  const { t, i18n } = useLingui();
  const [pasted, setPasted] = useState("");
  const [problem, setProblem] = useState<string>();
  const rows = i18n.number(importRowsMost);
  const megabytes = importBytesMost / 1024 / 1024;

  function take(table: Blob, fileName: string) {
    const tooLarge = table.size > importBytesMost;
    setProblem(tooLarge ? t`The file is larger than ${{ megabytes }} MB.` : undefined);
    if (!tooLarge) onTable(table, fileName);
  }

  return (
    <div className="mb-10 grid gap-6 lg:grid-cols-2">
      <div className="rounded-8 border border-border bg-surface p-5">
        <h2 className="text-std-16N-170 font-700">{t`From a file`}</h2>
        <p className="mt-1 mb-4 text-[0.9375rem] text-muted">
          {t`CSV or tab-separated, in UTF-8, UTF-16, Shift_JIS or EUC-JP, up to ${{ rows }} rows. Only the name is required.`}
        </p>
        <div className="flex flex-wrap gap-3">
          <label className={`${buttonClass({ variant: "primary" })} focus-within:outline-2`}>
            <UploadIcon />
            {t`Choose a file`}
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              className="sr-only"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                // The same file, mended, can be chosen again.
                event.currentTarget.value = "";
                if (file) take(file, file.name);
              }}
            />
          </label>
          <a
            className={buttonClass({})}
            download="domains.csv"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
          >
            <DownloadIcon />
            {t`Download template`}
          </a>
        </div>
        {problem && (
          <p role="alert" className="mt-3 text-danger">
            {problem}
          </p>
        )}
      </div>
      <div className="rounded-8 border border-border bg-surface p-5">
        <TextArea
          label={t`Or paste rows`}
          help={t`One domain per line is enough.`}
          value={pasted}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <Button
          className="mt-4"
          pending={busy}
          pendingLabel={t`Checking`}
          unavailable={pasted.trim() === ""}
          onClick={() => take(new Blob([pasted]), "")}
        >
          {t`Check rows`}
        </Button>
      </div>
    </div>
  );
}

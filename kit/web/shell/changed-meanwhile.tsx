import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import type { ChangedMeanwhile } from "../form/use-edit-form.ts";
import { Banner } from "../primitives/banner.tsx";
import { Button } from "../primitives/button.tsx";
import { focusField } from "../primitives/error-summary.tsx";

interface ChangedMeanwhileNoticeProps {
  readonly meanwhile: ChangedMeanwhile;
  readonly idOf: (name: string) => string;
}

/** Both values of every field that somebody else saved meanwhile, and the choice between them. */
export function ChangedMeanwhileNotice({ meanwhile, idOf }: ChangedMeanwhileNoticeProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const { fields, takeSaved, keepMine } = meanwhile;

  // The save that was refused is answered here, wherever the focus was.
  useEffect(() => box.current?.focus(), []);

  const choosing = (choose: () => void) => () => {
    choose();
    const [first] = fields;
    if (first) focusField(idOf(first.name));
  };

  return (
    <Banner
      ref={box}
      role="alert"
      tone="warning"
      title={t`Someone changed this while you were editing`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={choosing(takeSaved)}>{t`Use the saved version`}</Button>
          <Button size="small" onClick={choosing(keepMine)}>{t`Keep what I entered`}</Button>
        </div>
      }
    >
      <p>{t`Nothing was saved. Choose, then save again.`}</p>
      <dl className="mt-2 grid gap-2">
        {fields.map(({ name, label, saved, yours }) => (
          <div key={name}>
            <dt className="font-700">{label}</dt>
            <dd>
              <Value label={t`Saved now`} value={saved} none={t`Nothing`} />
              <Value label={t`Yours`} value={yours} none={t`Nothing`} />
            </dd>
          </div>
        ))}
      </dl>
    </Banner>
  );
}

function Value({ label, value, none }: { label: string; value: string; none: string }) {
  return (
    <p className="grid grid-cols-[6.5rem_1fr] gap-2">
      <span className="text-muted">{label}</span>
      {value === "" ? (
        <span className="text-muted">{none}</span>
      ) : (
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{value}</bdi>
      )}
    </p>
  );
}

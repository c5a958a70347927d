import { useLingui } from "@lingui/react/macro";
import type { FindingPage } from "@sekimori/karte-contract/endpoints/findings";
import { language } from "../../app/language.ts";

/** What a check saw, as it saw it: text of strangers, never interpreted. */
export function Evidence({ evidence }: { readonly evidence: FindingPage["evidence"] }) {
  const { t } = useLingui();
  const locale = language.current();
  if (evidence.length === 0)
    return <p className="text-muted">{t`The finding has no further details.`}</p>;
  return (
    <dl className="rounded-8 border border-border bg-sunken p-4 text-[0.875rem]">
      {evidence.map(({ name, label, text }) => (
        <div key={name} className="grid gap-x-6 py-1 sm:grid-cols-[16rem_1fr]">
          <dt className="text-muted">{label[locale]}</dt>
          <dd className="min-w-0 break-all font-mono">
            <bdi>{text[locale]}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

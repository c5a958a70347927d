import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { language } from "../../app/language.ts";

/** "Are we all right?", in one or two sentences. Names of people and places in them are text only. */
export function Verdict({ verdict }: { readonly verdict: Overview["verdict"] }) {
  const { t } = useLingui();
  const locale = language.current();
  return (
    <section aria-label={t`Verdict`} className="mb-8 max-w-[52rem]">
      {verdict.map((sentence) => (
        <p key={sentence.en} className="text-std-20B-150 wrap-anywhere">
          {sentence[locale]}
        </p>
      ))}
    </section>
  );
}

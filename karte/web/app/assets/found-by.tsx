import { useLingui } from "@lingui/react/macro";
import type { AssetRow } from "@sekimori/karte-contract/endpoints/inventory";
import { ChevronRightIcon } from "@sekimori/kit-web/icons";
import { sourceWords } from "./asset-words.ts";

/** The last step that led to an asset, and on request all of them with their evidence. */
export function FoundBy({ steps }: { readonly steps: AssetRow["foundBy"] }) {
  const { t, i18n } = useLingui();
  const wordOf = (source: string) => {
    const word = sourceWords[source];
    return word ? i18n._(word) : source;
  };
  const last = steps.at(-1);
  if (last === undefined) return <span className="text-muted">{t`Unknown`}</span>;
  return (
    <details className="group/details">
      <summary className="flex whitespace-nowrap w-fit cursor-pointer list-none items-center gap-1 rounded-4 underline decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon className="shrink-0 transition-transform group-open/details:rotate-90" />
        {wordOf(last.source)}
      </summary>
      <ol className="mt-1 min-w-60 text-[0.8125rem] whitespace-normal text-muted">
        {steps.map(({ source, at, evidence }) => (
          <li key={`${source} ${at} ${evidence}`}>
            {wordOf(source)}: <bdi className="break-all">{at}</bdi>
            {evidence !== "" && (
              <>
                {" "}
                (<bdi className="break-all">{evidence}</bdi>)
              </>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { FindingPage as Finding } from "@sekimori/karte-contract/endpoints/findings";
import { Link } from "@sekimori/kit-web/primitives/link";
import { language } from "../../app/language.ts";
import { Recipes } from "./recipes.tsx";

/** What to do, the lines that do it on the servers that are known, and where that is written. */
export function Remedy({ finding }: { readonly finding: Finding }) {
  const { t } = useLingui();
  return (
    <>
      <p className="max-w-[44rem] whitespace-pre-line">{finding.remedy[language.current()]}</p>
      <Recipes recipes={finding.recipes} />
      <ul className="mt-4 grid gap-2 text-[0.875rem]">
        {finding.sources.map(({ title, url }) => (
          <li key={title}>
            {url === null ? (
              title
            ) : (
              <Link href={url} newTabLabel={t`opens in a new tab`}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

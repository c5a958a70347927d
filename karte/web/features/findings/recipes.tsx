import { useLingui } from "@lingui/react/macro";
import type { FindingPage } from "@sekimori/karte-contract/endpoints/findings";
import { CopyField } from "../../app/words/copy-field.tsx";

interface RecipesProps {
  readonly recipes: FindingPage["recipes"];
}

/** The lines that mend it, for each product that has some. */
export function Recipes({ recipes }: RecipesProps) {
  const { t } = useLingui();
  if (recipes.length === 0) return null;
  return (
    <div className="mt-4 max-w-[44rem]">
      <h3 className="font-bold">{t`Example settings`}</h3>
      <p className="text-[0.875rem] text-muted">
        {t`Replace the example names and addresses with yours, and try a setting in a test environment first.`}
      </p>
      {recipes.map(({ product, text }) => (
        <CopyField key={product} label={product} text={text} />
      ))}
    </div>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { FindingPage } from "@sekimori/karte-contract/endpoints/findings";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";

interface RecipesProps {
  readonly recipes: FindingPage["recipes"];
}

/** The lines that mend it: those for what was seen there, and folded those for other products. */
export function Recipes({ recipes }: RecipesProps) {
  const { t } = useLingui();
  if (recipes.length === 0) return null;
  const seen = recipes.filter(({ isSeen }) => isSeen);
  const others = recipes.filter(({ isSeen }) => !isSeen);
  const show = ({ product, text }: (typeof recipes)[number]) => (
    <CopyField key={product} label={product} text={text} />
  );
  return (
    <div className="mt-4 max-w-[44rem]">
      <h3 className="font-bold">{t`Example settings`}</h3>
      <p className="text-[0.875rem] text-muted">
        {t`We've filled in your own names. Replace the example addresses, and try each setting in a test environment first.`}
      </p>
      {seen.map(show)}
      {seen.length === 0 && others.map(show)}
      {seen.length > 0 && others.length > 0 && (
        <Disclosure summary={t`For other products`} className="mt-2 text-[0.875rem]">
          {others.map(show)}
        </Disclosure>
      )}
    </div>
  );
}

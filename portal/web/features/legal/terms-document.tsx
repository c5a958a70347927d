import { useLingui } from "@lingui/react/macro";
import { formatDay } from "@sekimori/kit-contract/dates";
import type { Localized } from "@sekimori/kit-contract/locale";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { Link, linkClass } from "@sekimori/kit-web/primitives/link";
import {
  type Article,
  fillNames,
  type LegalDocument,
  type LegalNames,
} from "@sekimori/portal-contract/legal/document";
import { language } from "../../app/language.ts";

interface TermsDocumentProps {
  readonly document: LegalDocument;
  readonly names: LegalNames;
  /** Path of the PDF in each language. */
  readonly pdf: Localized | undefined;
}

/**
 * One legal text: index (beside it where there is room), articles with anchors, numbered clauses,
 * and its PDF. Articles are laid out
 * as they come into view: all fifty at once hold a phone up for half a second.
 */
export function TermsDocument({ document, names, pdf }: TermsDocumentProps) {
  const { t } = useLingui();
  const locale = language.current();
  const idOf = (index: number) => `${document.id}-${index + 1}`;
  const titleOf = ({ title }: Article, index: number) =>
    t`Article ${{ number: index + 1 }} ${{ title: title[locale] }}`;
  const index = (
    <ol className="grid gap-y-1.5">
      {document.articles.map((article, place) => (
        <li key={idOf(place)}>
          <a href={`#${idOf(place)}`} className={linkClass}>
            {titleOf(article, place)}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <article id={document.id} className="scroll-mt-6 xl:grid xl:grid-cols-[17rem_1fr] xl:gap-12">
      <nav
        aria-label={t`Contents`}
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto pb-6 text-[0.875rem] xl:block"
      >
        {index}
      </nav>
      <div className="min-w-0">
        <h2 className="text-std-26B-150">{document.title[locale]}</h2>
        <p className="mt-2 flex flex-wrap gap-x-6 text-[0.875rem] text-muted">
          <span>{t`Effective from ${{ day: formatDay(document.effectiveOn, locale) }}`}</span>
          {pdf && (
            <Link href={pdf[locale]} newTabLabel={t`opens in a new tab`}>
              {t`PDF`}
            </Link>
          )}
        </p>
        <Disclosure summary={t`Contents`} className="mt-6 xl:hidden">
          {index}
        </Disclosure>
        <p className="mt-6">
          {unbrokenCounts(fillNames(document.preamble[locale], names, locale))}
        </p>
        {document.articles.map((article, place) => (
          <section
            key={idOf(place)}
            className="mt-10 [contain-intrinsic-size:auto_16rem] [content-visibility:auto]"
          >
            <h3 id={idOf(place)} className="scroll-mt-6 text-std-20B-150">
              {titleOf(article, place)}
            </h3>
            <ol className="mt-3 grid list-decimal gap-2 pl-6 marker:text-muted">
              {article.clauses.map((clause) => (
                <li key={clause.en} className="pl-1">
                  {unbrokenCounts(fillNames(clause[locale], names, locale))}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </article>
  );
}

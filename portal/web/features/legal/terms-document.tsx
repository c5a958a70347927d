import { useLingui } from "@lingui/react/macro";
import type { Localized } from "@sekimori/kit-contract/locale";
import { formatDay } from "@sekimori/kit-web/language/date-format";
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
 * One legal text: index, articles with anchors, numbered clauses, and its PDF. Articles are laid out
 * as they come into view: all fifty at once hold a phone up for half a second.
 */
export function TermsDocument({ document, names, pdf }: TermsDocumentProps) {
  const { t } = useLingui();
  const locale = language.current();
  const idOf = (index: number) => `${document.id}-${index + 1}`;
  const titleOf = ({ title }: Article, index: number) =>
    t`Article ${{ number: index + 1 }} ${{ title: title[locale] }}`;
  return (
    <article id={document.id} className="mb-20 scroll-mt-6 last:mb-0">
      <h2 className="text-std-26B-150">{document.title[locale]}</h2>
      <p className="mt-2 flex flex-wrap gap-x-6 text-[0.875rem] text-muted">
        <span>{t`In force from ${{ day: formatDay(document.effectiveOn, locale) }}`}</span>
        {pdf && (
          <Link href={pdf[locale]} newTabLabel={t`opens in a new tab`}>
            {t`PDF`}
          </Link>
        )}
      </p>
      <Disclosure summary={t`Index`} className="mt-6">
        <ol className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
          {document.articles.map((article, index) => (
            <li key={idOf(index)}>
              <a href={`#${idOf(index)}`} className={linkClass}>
                {titleOf(article, index)}
              </a>
            </li>
          ))}
        </ol>
      </Disclosure>
      <p className="mt-6">{fillNames(document.preamble[locale], names, locale)}</p>
      {document.articles.map((article, index) => (
        <section
          key={idOf(index)}
          className="mt-10 [contain-intrinsic-size:auto_16rem] [content-visibility:auto]"
        >
          <h3 id={idOf(index)} className="scroll-mt-6 text-std-20B-150">
            {titleOf(article, index)}
          </h3>
          <ol className="mt-3 grid list-decimal gap-2 pl-6 marker:text-muted">
            {article.clauses.map((clause) => (
              <li key={clause.en} className="pl-1">
                {fillNames(clause[locale], names, locale)}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </article>
  );
}

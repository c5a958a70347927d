import { useLingui } from "@lingui/react/macro";
import type { FindingPage } from "@sekimori/karte-contract/endpoints/findings";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { language } from "../../app/language.ts";
import { acceptanceWords } from "../../app/words/acceptance-words.ts";
import { findingStateWords } from "../../app/words/words.ts";
import { reasonNow } from "./reason-words.ts";

/** Where a finding stands in its life; of an accepted one why, until when, and who said so. */
export function StateNow({ finding }: { readonly finding: FindingPage }) {
  const { t, i18n } = useLingui();
  const { state, acceptance, history, reopened } = finding;
  if (acceptance === null) {
    const reason = reasonNow(history);
    const times = i18n.number(reopened);
    return (
      <>
        {i18n._(findingStateWords[state])}
        <span className="block text-[0.875rem] text-muted">
          {reason && <span>{i18n._(reason)}</span>}{" "}
          {reopened > 0 && <span>{t`Times it came back: ${{ times }}`}</span>}
        </span>
      </>
    );
  }
  const until = formatMoment(acceptance.until, language.current());
  return (
    <>
      {i18n._(findingStateWords[state])}: {i18n._(acceptanceWords[acceptance.reason])}
      <span className="block text-[0.875rem] text-muted">
        {t`until ${{ until }}`} {acceptance.by?.name}
      </span>
      <span className="block whitespace-pre-line">{acceptance.text}</span>
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { FindingPage as Finding } from "@sekimori/karte-contract/endpoints/findings";
import { formatDay } from "@sekimori/kit-contract/dates";
import { language } from "../../app/language.ts";
import { Moment } from "../../app/words/moment.tsx";
import { severityWords } from "../../app/words/words.ts";

/** Which policies did what with a finding; nothing where none did. */
export function FindingPolicies({ finding }: { readonly finding: Finding }) {
  const { t, i18n } = useLingui();
  const { policies, checkSeverity } = finding;
  if (policies.length === 0) return null;
  const ofCheck = checkSeverity && i18n._(severityWords[checkSeverity]);

  function severityText({ severity, until }: Finding["policies"][number]): string | null {
    if (severity === null) return null;
    const to = i18n._(severityWords[severity]);
    if (until === null) return t`Severity set to ${{ to }}`;
    const day = formatDay(until, language.current());
    return t`Severity set to ${{ to }} until ${{ day }}`;
  }

  return (
    <div className="col-span-full">
      <dt className="text-[0.875rem] text-muted">{t`Policies`}</dt>
      <dd>
        <ul>
          {policies.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name and act in one scan, and none moves
            <li key={`${index} ${one.at} ${one.name}`}>
              <bdi>{one.name}</bdi>{" "}
              <span className="text-[0.875rem] text-muted">
                <Moment at={one.at} />
              </span>
              {one.severity !== null && (
                <span className="block text-[0.875rem] text-muted">
                  {[severityText(one), one.reason].filter(Boolean).join(" · ")}
                </span>
              )}
            </li>
          ))}
        </ul>
        {ofCheck && (
          <p className="text-[0.875rem] text-muted">
            {t`The check says: ${{ severity: ofCheck }}`}
          </p>
        )}
      </dd>
    </div>
  );
}

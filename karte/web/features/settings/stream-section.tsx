import { useLingui } from "@lingui/react/macro";
import { streamDays } from "@sekimori/karte-contract/constants";
import { streamEventsAsCef, streamEventsAsNdjson } from "@sekimori/karte-contract/endpoints/events";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { Link } from "@sekimori/kit-web/primitives/link";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { useSession } from "../../app/session/session-query.ts";
import { Section } from "../../app/shell/section.tsx";

/** Where programs that watch read what happens. */
export function StreamSection() {
  const { t } = useLingui();
  const hasPlan = useSession().data?.workspace?.plan.streams ?? false;
  const addressOf = (path: string) => new URL(path, window.location.origin).href;
  return (
    <Section
      title={t`Event stream`}
      description={
        hasPlan
          ? t`For Splunk, Microsoft Sentinel and other tools: each change in your findings of the last ${{ streamDays }} days. Read it with an API token that can read lists, pages and reports.`
          : t`The event stream is part of the detailed diagnosis plan.`
      }
    >
      {hasPlan && (
        <div className="max-w-[44rem]">
          <CopyField
            label={t`As JSON, one event per line`}
            text={addressOf(streamEventsAsNdjson.path)}
          />
          <CopyField
            label={t`As CEF, one event per line`}
            text={addressOf(streamEventsAsCef.path)}
          />
          <p className="mt-4">
            <Link href={`${apiBase}/docs`} newTabLabel={t`opens in a new tab`}>
              {t`Event stream in the API reference`}
            </Link>
          </p>
        </div>
      )}
    </Section>
  );
}

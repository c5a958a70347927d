import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { Maintenance } from "@sekimori/kit-contract/maintenance";
import { Banner } from "../primitives/banner.tsx";

interface MaintenanceBannerProps {
  readonly closed: Maintenance;
  readonly locale: Locale;
  readonly title: string;
  /** What goes on all the same. */
  readonly meanwhile: string;
  /** Before the end. */
  readonly untilLabel: string;
  /** In the place of an end that nobody knows. */
  readonly openEnd: string;
}

/** What is closed, why, and until when by the clock of the wall. */
export function MaintenanceBanner(props: MaintenanceBannerProps) {
  const { closed, locale, title, meanwhile, untilLabel, openEnd } = props;
  const { reason, endsAt } = closed;
  return (
    <Banner tone="warning" role="status" title={title}>
      <p lang={locale}>{reason[locale]}</p>
      <p>{meanwhile}</p>
      <p>
        {endsAt === null ? (
          openEnd
        ) : (
          <>
            {untilLabel} <time dateTime={endsAt}>{formatMoment(endsAt, locale)}</time>
          </>
        )}
      </p>
    </Banner>
  );
}

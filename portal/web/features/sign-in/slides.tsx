import { useLingui } from "@lingui/react/macro";
import { WatchIllustration } from "@sekimori/kit-web/brand/watch-illustration";
import type { ComponentType } from "react";
import { useLaterDrawings } from "./use-later-drawings.ts";

interface Slide {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Missing while it is on its way. */
  readonly Drawing: ComponentType | undefined;
}

/** What the sign-in page tells of the service. */
export function useSlides(): readonly Slide[] {
  const { t } = useLingui();
  const { ReportIllustration, TeamIllustration } = useLaterDrawings();
  return [
    {
      id: "find",
      title: t`See what's exposed to the internet`,
      text: t`Start with one domain. Sekimori lists the servers, subdomains and certificates that can be seen from outside.`,
      Drawing: WatchIllustration,
    },
    {
      id: "watch",
      title: t`Keep track of changes`,
      text: t`Regular scans show which weaknesses are new, which remain and which are fixed.`,
      Drawing: ReportIllustration,
    },
    {
      id: "mend",
      title: t`Fix what matters first`,
      text: t`Each finding comes with evidence, a severity and the steps to fix it.`,
      Drawing: TeamIllustration,
    },
  ];
}

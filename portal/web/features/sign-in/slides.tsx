import { useLingui } from "@lingui/react/macro";
import { ReportIllustration } from "@sekimori/kit-web/brand/report-illustration";
import { TeamIllustration } from "@sekimori/kit-web/brand/team-illustration";
import { WatchIllustration } from "@sekimori/kit-web/brand/watch-illustration";
import type { ComponentType } from "react";

interface Slide {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly Drawing: ComponentType;
}

/** What the sign-in page tells of the service. */
export function useSlides(): readonly Slide[] {
  const { t } = useLingui();
  return [
    {
      id: "find",
      title: t`Find what faces the internet`,
      text: t`Start from one domain. Sekimori lists the servers, subdomains and certificates that anyone outside can see.`,
      Drawing: WatchIllustration,
    },
    {
      id: "watch",
      title: t`Watch what changes`,
      text: t`Regular diagnoses show which weaknesses are new, which remain and which are gone.`,
      Drawing: ReportIllustration,
    },
    {
      id: "mend",
      title: t`Mend in the right order`,
      text: t`Every finding comes with its evidence, its severity and the steps that close it.`,
      Drawing: TeamIllustration,
    },
  ];
}

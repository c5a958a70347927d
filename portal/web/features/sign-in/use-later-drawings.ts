import { carouselIntervalMs } from "@sekimori/portal-contract/constants";
import { type ComponentType, useEffect, useState } from "react";

interface LaterDrawings {
  readonly ReportIllustration?: ComponentType;
  readonly TeamIllustration?: ComponentType;
}

async function fetchDrawings(): Promise<LaterDrawings> {
  const [report, team] = await Promise.all([
    import("@sekimori/kit-web/brand/report-illustration"),
    import("@sekimori/kit-web/brand/team-illustration"),
  ]);
  return { ...report, ...team };
}

/**
 * The drawings of the slides that nobody sees at first. They are fetched before the first turn of
 * the carousel and not with the page, because signing in does not wait for them. A slide whose
 * drawing cannot be fetched shows its words.
 */
export function useLaterDrawings(): LaterDrawings {
  const [drawings, setDrawings] = useState<LaterDrawings>({});
  useEffect(() => {
    const timer = setTimeout(() => {
      fetchDrawings().then(setDrawings, () => undefined);
    }, carouselIntervalMs / 2);
    return () => clearTimeout(timer);
  }, []);
  return drawings;
}

import type { TellLeaving } from "./leaving.ts";
import type { Summarise } from "./monthly-summary.ts";
import type { TellPersonalData } from "./personal-data.ts";
import type { HearNews } from "./portal-news.ts";

/** What karte does when the portal tells something, and what it answers when the portal asks. */
export interface PortalAnswers {
  readonly hear: HearNews;
  readonly summarise: Summarise;
  readonly tellPersonalData: TellPersonalData;
  readonly tellLeaving: TellLeaving;
}

import { suggestionsAt, take } from "@sekimori/karte-contract/query/complete";
import { problemIn } from "@sekimori/karte-contract/query/parse";
import { problemSentence } from "./problem-sentences.ts";

/** What reading a query takes: fetched apart, so that a page with a box opens without it. */
export const queryLanguage = { suggestionsAt, take, problemIn, problemSentence } as const;

import { z } from "zod";
import { searchedText, searchLeast } from "./search-text.ts";

/** The rule as references of the APIs tell it. */
const rule = `Searched for from ${searchLeast} characters on; fewer narrow nothing. Width and case don't matter, and a web address is read as its host.`;

/** Words that a call searches for. @param most characters, in UTF-16 units. */
export const searchSchema = (most: number) =>
  z.string().max(most).overwrite(searchedText).describe(rule);

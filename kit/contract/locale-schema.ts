import { z } from "zod";
import { locales } from "./locale.ts";

// Apart from the list, which every page reads: none of them has to load the schema library for it.
export const localeSchema = z.enum(locales);

import type { AppLanguage } from "../language/app-language.ts";
import { loadedOnce } from "./loaded-once.ts";
import type { Part } from "./route.ts";

export interface PartSettings {
  /** The features, and parts of the app, whose sentences it shows. */
  readonly sentences: readonly string[];
  readonly load: Part;
  /** Asks the server for what it will show, while its files are on their way. */
  readonly ask?: () => void;
}

/** A frame around pages, or a page, loaded with its sentences when it is first needed. */
export function pagePart(language: AppLanguage, { load, sentences, ask }: PartSettings): Part {
  return loadedOnce(async () => {
    ask?.();
    return language.withSentences(sentences, load);
  });
}

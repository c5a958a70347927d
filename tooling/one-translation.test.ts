import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sentencesIn } from "./catalogue.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

// An app loads the catalogues of its pages, and the kit's, into one store: of two translations of
// one sentence the last one loaded would be read everywhere. Where English has one word for two
// things, a Lingui context tells them apart.
describe.each(["portal/web", "karte/web", "console/web", "e2e/sample-application/web"])(
  "%s",
  (app) => {
    test.each(["ja", "en"])("one sentence has one translation in %s", (locale) => {
      const files = globSync(`{${app},kit/web}/**/locales/${locale}.po`, {
        cwd: root,
        exclude: ["**/node_modules/**"],
      });
      expect(files.length).toBeGreaterThan(1);
      const known = new Map<string, { readonly translation: string; readonly file: string }>();
      const conflicts: string[] = [];
      for (const file of files.sort()) {
        for (const { source, context, translation } of sentencesIn(`${root}${file}`)) {
          const sentence = JSON.stringify([source, context]);
          const first = known.get(sentence) ?? { translation, file };
          known.set(sentence, first);
          if (first.translation !== translation) {
            conflicts.push(
              `${sentence}: “${first.translation}” (${first.file}), “${translation}” (${file})`,
            );
          }
        }
      }
      expect(conflicts).toEqual([]);
    });
  },
);

import { organisationScore } from "@sekimori/diagnosis/organisation-score";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countScores, manyScore } from "./many-score.ts";

test("the score of many domains is the engine's for as many hosts", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 200 }), (scores) => {
      const none = { host: "h", lowestLimit: null, caps: [] };
      const hosts = scores.map((score) => ({
        ...none,
        score,
        ends: { most: score, least: score },
      }));
      const { score, grade } = organisationScore(hosts);
      expect(manyScore(countScores(scores))).toEqual({ score, grade });
    }),
  );
});

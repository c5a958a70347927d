import { organisationScore } from "@sekimori/diagnosis/organisation-score";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countScores, exactManyScore, gainOfMany, manyScore } from "./many-score.ts";

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

test("what many gain is the difference for those who gain, all others as they are", () => {
  const score = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(score, fc.integer({ min: 0, max: 40 })), { minLength: 1, maxLength: 60 }),
      fc.array(score, { maxLength: 60 }),
      (gaining, others) => {
        const before = countScores([...gaining.map(([now]) => now), ...others]);
        const after = countScores([
          ...gaining.map(([now, points]) => Math.min(100, now + points)),
          ...others,
        ]);
        const gain = gainOfMany(before, gaining);
        expect(gain).toBeGreaterThanOrEqual(0);
        expect(gain).toBeCloseTo((exactManyScore(after) ?? 0) - (exactManyScore(before) ?? 0), 6);
      },
    ),
  );
});

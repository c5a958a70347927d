import { describe, expect, it } from "vitest";
import generated from "./generated/scan-event.schema.json" with { type: "json" };
import { scanEventJsonSchema, scanEventSchema } from "./scan-events.ts";

describe("the schema of scan events", () => {
  it("is generated anew whenever the contract changes", () => {
    expect(generated).toEqual(JSON.parse(JSON.stringify(scanEventJsonSchema())));
  });

  it("lets nothing unknown through", () => {
    const progress = { type: "progress", done: 1, total: 2, host: "a.jp", check: null };
    expect(scanEventSchema.safeParse(progress).success).toBe(true);
    expect(scanEventSchema.safeParse({ ...progress, extra: 1 }).success).toBe(false);
    expect(scanEventSchema.safeParse({ ...progress, done: -1 }).success).toBe(false);
    expect(scanEventSchema.safeParse({ type: "other" }).success).toBe(false);
  });
});

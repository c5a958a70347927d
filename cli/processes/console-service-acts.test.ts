import { listKeys, requestKeys } from "@sekimori/console-contract/endpoints/keys";
import {
  listPrices,
  previewPriceMail,
  requestPrice,
} from "@sekimori/console-contract/endpoints/prices";
import {
  confirmRequest,
  listRequests,
  withdrawRequest,
} from "@sekimori/console-contract/endpoints/requests";
import { createOperator } from "@sekimori/portal-server/operator";
import { setClocks } from "@sekimori/portal-server/testing/moving-days";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outcome, startTestConsole, type TestConsole } from "../testing/test-console.ts";

// What two persons agree on for the service as a whole: what it costs, and its keys.

const reason = "decision of the board";

let portal: TestPortal;
let operator: TestConsole;
beforeAll(async () => {
  portal = await startTestPortal();
  operator = await startTestConsole(portal, { CONSOLE_SIGN_IN: "any" });
});
afterAll(async () => {
  await operator.stop();
  await portal.close();
});
beforeEach(async () => {
  setClocks(portal, "2026-11-20T03:00:00Z");
  await portal.database.pool.query("update portal.staff set ended_at = now()");
  await portal.database.pool.query("delete from portal.staff_request");
});

async function two(role: "billing" | "security") {
  const [asker, other] = [await operator.returning(role), await operator.returning(role)];
  return { asker, other, asking: await asker.enter(), confirming: await other.enter() };
}

async function events(action: string) {
  const { rows } = await portal.database.pool.query<{ detail: object }>(
    "select detail from portal.audit_event where action = $1 and account_id is null order by id",
    [action],
  );
  return rows.map(({ detail }) => detail);
}

/** As many confirmations at the same moment. */
const confirmedByMany = (browser: Awaited<ReturnType<typeof two>>["confirming"], request: string) =>
  Promise.all(Array.from({ length: 20 }, () => outcome(browser, confirmRequest, { request })));

describe("a price", () => {
  const price = { effectiveOn: "2027-03-01", monthlyPrice: 13_200, taxPercent: 10 };

  test("is asked for by one, looked at in both languages, confirmed by another, and announced once", async () => {
    const { asker, other, asking, confirming } = await two("billing");
    const { present, earliest } = await asking.call(listPrices, {});
    expect([present, earliest]).toEqual([{ monthlyPrice: 11_000, taxPercent: 10 }, "2027-01-01"]);
    for (const effectiveOn of ["2026-12-01", "2027-03-02"]) {
      const body = { ...price, effectiveOn, reason };
      expect(await outcome(asking, requestPrice, body), effectiveOn).toBe("PriceRefused");
    }
    const request = await asking.call(requestPrice, { body: { ...price, reason } });
    expect(request).toMatchObject({ act: "announce-price", member: null, price, isOwn: true });
    expect((await confirming.call(listRequests, { body: {} })).requests).toMatchObject([{ price }]);
    expect(await outcome(asking, confirmRequest, { request: request.id })).toBe("OwnRequest");
    expect((await asking.call(listPrices, {})).prices).toEqual([]);

    const answers = await confirmedByMany(confirming, request.id);
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect((await asking.call(listPrices, {})).prices).toEqual([
      { ...price, accepted: 0, refused: 0 },
    ]);
    expect(await events("operator.price-announced")).toEqual([
      { operator: asker.name, confirmedBy: other.name, reason, ...price },
    ]);
    expect(await outcome(asking, requestPrice, { ...price, reason })).toBe("PriceRefused");
  });

  test("that was asked for twice is announced once, and the other goes on waiting until it is declined", async () => {
    const { asking, confirming } = await two("billing");
    const body = { ...price, effectiveOn: "2027-04-01", reason };
    const [first, second] = [
      await asking.call(requestPrice, { body }),
      await asking.call(requestPrice, { body: { ...body, monthlyPrice: 12_100 } }),
    ];
    const answers = await Promise.all(
      [first, second].map(({ id: request }) => outcome(confirming, confirmRequest, { request })),
    );
    expect(answers.toSorted()).toEqual(["RequestImpossible", null].toSorted());
    const [left] = (await asking.call(listRequests, { body: {} })).requests;
    await confirming.call(withdrawRequest, { body: { request: left?.id ?? "" } });
    const { prices } = await asking.call(listPrices, {});
    expect(prices.filter(({ effectiveOn }) => effectiveOn === body.effectiveOn)).toHaveLength(1);
  });

  test("is shown as the email that members would get, as a page that runs nothing", async () => {
    const { asking } = await two("billing");
    for (const [locale, amount] of [
      ["ja", "13,200円"],
      ["en", "¥13,200"],
    ] as const) {
      const query = new URLSearchParams({ ...price, monthlyPrice: "13200", locale } as never);
      query.delete("taxPercent");
      const answer = await asking.request({ url: `${previewPriceMail.path}?${query.toString()}` });
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
      expect(answer.text).toContain(amount);
    }
  });
});

describe("keys", () => {
  // Later than the first sign-in of the tests above, with which the keys began: nothing waits to sign.
  beforeEach(() => setClocks(portal, "2026-11-20T04:00:00Z"));

  // More at once than there are connections to the database.
  test("that sign are made once, when another has confirmed it, however many ask", async () => {
    const { asker, other, asking, confirming } = await two("security");
    const before = (await asking.call(listKeys, {})).signing.length;
    const ask = () => asking.call(requestKeys, { body: { kind: "signing", reason } });
    const [first, again] = await Promise.all(Array.from({ length: 20 }, ask));
    const answers = await confirmedByMany(confirming, first?.id ?? "");
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect((await asking.call(listKeys, {})).signing).toHaveLength(before + 2);
    expect(await events("operator.keys-rotated")).toEqual([
      { operator: asker.name, confirmedBy: other.name, reason },
    ]);
    expect(await outcome(confirming, confirmRequest, { request: again?.id })).toBe(
      "RequestImpossible",
    );
    const body = { kind: "signing", reason } as const;
    expect(await outcome(asking, requestKeys, body)).toBe("RotationRefused");
  });

  test("that seal are used for everything by a worker, once, with both names in the log", async () => {
    const { asker, other, asking, confirming } = await two("security");
    const { data } = await asking.call(listKeys, {});
    expect(data.older).toEqual([]);
    const { id } = await asking.call(requestKeys, { body: { kind: "data", reason } });
    const answers = await confirmedByMany(confirming, id);
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    const names = { operator: asker.name, confirmedBy: other.name };
    expect(await events("operator.data-key-rotation-asked")).toEqual([{ ...names, reason }]);
    await expect
      .poll(() => events("operator.data-keys-rotated"), { timeout: 20_000 })
      .toEqual([{ ...names, values: expect.any(Number) }]);
    // As the command does it.
    await createOperator(portal, "a test").rotateDataKeys();
  });
});

test("other roles ask for neither, and a withdrawn request leaves everything as it was", async () => {
  const { asking, confirming } = await two("security");
  const billing = await (await operator.returning("billing")).enter();
  const price = { effectiveOn: "2027-05-01", monthlyPrice: 13_200, taxPercent: 10, reason };
  expect(await outcome(asking, requestPrice, price)).toBe("NotAllowed");
  expect(await outcome(billing, requestKeys, { kind: "data", reason })).toBe("NotAllowed");
  const { id: request } = await asking.call(requestKeys, { body: { kind: "data", reason } });
  expect(await outcome(billing, confirmRequest, { request })).toBe("NotAllowed");
  await confirming.call(withdrawRequest, { body: { request } });
  expect(await outcome(confirming, confirmRequest, { request })).toBe("RequestOver");
});

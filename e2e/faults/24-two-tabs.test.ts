import {
  changeLanguage,
  getMyProfile,
  updateMyProfile,
} from "@sekimori/portal-contract/endpoints/profile";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  agreeConsent,
  confirmInformation,
  editInformation,
  service,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { agree, individual, password } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { newMember, signUpTo } from "./support/journeys.ts";
import { Person } from "./support/person.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();

test("a step back in one tab skips nothing in the other and loses no input", async () => {
  const one = new Person(product.origin);
  await signUpTo(product, one, "confirmation", { plan: "detailed" });
  const two = one.tab();
  const corrected = { ...individual, addrCity: "横浜市", addrState: "14" };
  await two.call(editInformation, { body: { information: corrected } });
  const seen = (await one.call(service, {})).flow.information;
  const lost = seen?.addrCity === "横浜市" && seen.addrState === "14" ? 0 : 1;
  expect((await one.call(confirmInformation, { body: {} })).flow.step).toBe("payment");

  const back = await two.attempt(editInformation, { body: { information: individual, password } });
  const skip = await two.attempt(agreeConsent, {
    body: {
      documents: [
        { id: "service-terms", version: "1" },
        { id: "member-terms", version: "1" },
      ],
      shown: "not at this step",
      agreed: true,
      promotionalMail: false,
      locale: "en",
    },
  });
  expect([back, skip].map((answer) => answer.error().type)).toEqual([
    "StepOutOfOrder",
    "StepOutOfOrder",
  ]);
  const step = (await two.call(service, {})).flow.step;
  report("24", { "steps skipped": step === "payment" ? 0 : 1, "inputs lost": lost });
  expect([step, lost]).toEqual(["payment", 0]);
});

test("an agreement given in one tab leaves the other with one finished sign-up", async () => {
  const one = new Person(product.origin);
  await signUpTo(product, one, "account");
  const two = one.tab();
  await agree(one);
  const again = await two.attempt(service, {});
  expect([again.status, again.error().type]).toEqual([401, "SessionExpired"]);
  expect((await two.attempt(getMyProfile, {})).status).toBe(200);
});

test("a language chosen or a sign-out in one tab holds in the other", async () => {
  const { person: one } = await newMember(product);
  const two = one.tab();
  await one.call(changeLanguage, { body: { language_code: "ja" } });
  await two.call(updateMyProfile, { body: { first_name: "二", last_name: "枚目" } });
  expect(await one.call(getMyProfile, {})).toMatchObject({
    language_code: "ja",
    first_name: "二",
    last_name: "枚目",
  });
  const cookies = new Map(two.cookies);
  await one.call(signOut, { body: {} });
  const stale = new Person(product.origin, { network: two.network, cookies });
  stale.csrf = two.csrf;
  const refused = await stale.attempt(getMyProfile, {});
  report("24", { "still signed in in the other tab": refused.status === 401 ? 0 : 1 });
  expect(refused.status).toBe(401);
});

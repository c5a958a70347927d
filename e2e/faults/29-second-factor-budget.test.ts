import { secondFactorLooksPerDay } from "@sekimori/portal-contract/constants";
import { confirmOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { newMember, signInAs } from "./support/journeys.ts";
import { codeOf } from "./support/mails.ts";
import { Person } from "./support/person.ts";
import { patience, sized } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const networks = sized(60, 1_000);

test(
  "a second factor is guessed over many sign-ins by somebody who knows the password",
  async () => {
    const { email, person: owner } = await newMember(product);
    await owner.call(mfaSetting, { body: { enabled: true } });
    const outcomes = new Map<string, number>();
    const count = (type: string) => outcomes.set(type, (outcomes.get(type) ?? 0) + 1);
    for (let done = 0; done < networks; done += 10) {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const intruder = new Person(product.origin);
          const begun = await signInAs(intruder, email);
          if (begun.status !== 200) return count("no code was sent");
          for (let tries = 0; tries < 5; tries += 1) {
            const answer = await intruder.attempt(confirmOtp, { body: { code: "000000" } });
            count(answer.status === 200 ? "accepted" : answer.error().type);
          }
        }),
      );
    }
    await jobsDone(product.pool);
    const looks = (outcomes.get("OTPInvalid") ?? 0) + (outcomes.get("OTPExceeded") ?? 0);
    const subjects = (await product.mails.to(email)).map(({ subject }) => subject);
    const told = subjects.filter((subject) => /wrong one-time passwords/.test(subject)).length;

    const before = subjects.length;
    expect((await owner.call(signIn, { body: { email, password } })).status).toBe("OTP_VERIFY");
    await jobsDone(product.pool);
    const fresh = (await product.mails.to(email)).slice(before);
    const code = fresh.map(codeOf).findLast((found) => found !== undefined) ?? "";
    const entered = await owner.call(confirmOtp, { body: { code } });
    report("29", {
      networks,
      "looks at codes": looks,
      "budget of a day": secondFactorLooksPerDay,
      "times the owner was told": told,
      "the owner got in": entered.status === "SIGNED_IN" ? "yes" : "no",
    });
    expect(outcomes.get("accepted") ?? 0).toBe(0);
    expect(looks).toBeLessThanOrEqual(secondFactorLooksPerDay);
    expect(told).toBe(1);
    expect(entered.status).toBe("SIGNED_IN");
  },
  patience,
);

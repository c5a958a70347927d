import { confirmOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { digestOf, jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { newMember, signInAs } from "./support/journeys.ts";
import { codeOf } from "./support/mails.ts";
import { Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { patience, sized } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const addresses = sized(30, 200);
const guesses = sized(10, 50);

test(
  "wrong one-time passwords from many addresses never pass, and the owner still gets in",
  async () => {
    const random = Random.forRow("11");
    const { email, person: owner } = await newMember(product);
    await owner.call(mfaSetting, { body: { enabled: true } });
    const attackers: Person[] = [];
    // The attackers know the password; each opens a sign-in of its own, while codes are mailed.
    for (let n = 0; n < addresses; n += 1) {
      const attacker = new Person(product.origin);
      const answer = await signInAs(attacker, email);
      expect([200, 429]).toContain(answer.status);
      if (answer.status === 200) attackers.push(attacker);
    }
    expect(attackers.length).toBeGreaterThan(0);
    await jobsDone(product.pool);
    const right = new Set((await product.mails.to(email)).map(codeOf));
    const outcomes = new Map<string, number>();
    await Promise.all(
      attackers.map(async (attacker) => {
        for (let guess = 0; guess < guesses; guess += 1) {
          let code = String(random.below(1_000_000)).padStart(6, "0");
          while (right.has(code)) code = String(random.below(1_000_000)).padStart(6, "0");
          const answer = await attacker.attempt(confirmOtp, { body: { code } });
          const type = answer.status === 200 ? "accepted" : answer.error().type;
          outcomes.set(type, (outcomes.get(type) ?? 0) + 1);
        }
      }),
    );
    const { rows } = await product.pool.query<{ tries: number }>(
      `select max(tries)::int as tries from portal.sign_in_attempt t
       join portal.account a on a.id = t.account_id where a.email_digest = $1`,
      [digestOf(email)],
    );
    const accepted = outcomes.get("accepted") ?? 0;
    report("11", {
      addresses,
      "sign-ins that got a code": attackers.length,
      guesses: attackers.length * guesses,
      "looks at codes of the account": outcomes.get("OTPInvalid") ?? 0,
      accepted,
      "looks at one code, at most": rows[0]?.tries ?? 0,
    });
    expect(accepted).toBe(0);
    expect(rows[0]?.tries).toBeLessThanOrEqual(5);

    // The owner's own browser signs in as ever.
    const before = (await product.mails.to(email)).length;
    const outcome = await owner.call(signIn, { body: { email, password } });
    expect(outcome.status).toBe("OTP_VERIFY");
    await jobsDone(product.pool);
    const mails = (await product.mails.to(email)).slice(before);
    const code = mails.map(codeOf).findLast((found) => found !== undefined) ?? "";
    expect((await owner.call(confirmOtp, { body: { code } })).status).toBe("SIGNED_IN");
  },
  patience,
);

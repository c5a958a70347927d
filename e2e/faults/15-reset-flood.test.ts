import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { expect, test } from "vitest";
import { jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { newMember } from "./support/journeys.ts";
import { Person } from "./support/person.ts";
import { patience, sized } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const requests = sized(100, 1_000);

test(
  "a flood of reset requests sends one address at most five mails an hour",
  async () => {
    const { email } = await newMember(product);
    await jobsDone(product.pool);
    const before = (await product.mails.to(email)).length;
    const spellings = [email, email.toUpperCase(), ` ${email} `];
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < requests; sent += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          new Person(product.origin).attempt(forgotPassword, {
            body: { email: spellings[index % spellings.length] ?? email, locale: "en" },
          }),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    await jobsDone(product.pool);
    const mails = (await product.mails.to(email)).length - before;
    report("15", { requests, taken: statuses.get(200) ?? 0, "mails in the hour": mails });
    expect(mails).toBeGreaterThan(0);
    expect(mails).toBeLessThanOrEqual(5);
    expect([...statuses.keys()].sort()).toEqual([200, 429]);
  },
  patience,
);

import { pagePaths as kartePaths } from "@sekimori/karte-contract/page-routes";
import { tokyoOffsetMs } from "@sekimori/kit-contract/tokyo";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { withClockAdvanced } from "./support/sandbox-clock.ts";
import { sentencesOf } from "./support/sentences.ts";
import { expect, test } from "./support/test.ts";

// The weekly digest, and its end by the link in it: nobody has to log in for that.

const owner = "demo@sekimori.example";
const dayMs = 86_400_000;

/** How long it is until a minute past eight in the morning of the next Monday in Tokyo. */
function untilMonday(): number {
  const inTokyo = new Date(Date.now() + tokyoOffsetMs);
  const [year, month, day] = [
    inTokyo.getUTCFullYear(),
    inTokyo.getUTCMonth(),
    inTokyo.getUTCDate(),
  ];
  const days = 1 + ((7 - inTokyo.getUTCDay()) % 7);
  return Date.UTC(year, month, day, 8, 1) + days * dayMs - inTokyo.getTime();
}

let product: RunningProduct;
let page: string;
let link: string;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
  // The portal's monthly summary, which may be due by then, has such a link of its own.
  page = `${product.karteOrigin}${kartePaths.unsubscribe}`;
  await withClockAdvanced(
    untilMonday(),
    async () => {
      const { text } = await new Mailbox(product.sandboxOrigin).newest(
        owner,
        new RegExp(`${page}\\?`),
      );
      link = text.match(/https?:\/\/\S+/g)?.find((url) => url.startsWith(page)) ?? "";
    },
    product.sandboxOrigin,
  );
});
afterAll(() => product?.stop());

describe.for([
  { locale: "ja", width: 375, colorScheme: "light" },
  { locale: "en", width: 1280, colorScheme: "dark" },
] as const)("the weekly digest ($locale, $width px, $colorScheme)", (look) => {
  const { locale, width } = look;
  const onPage = sentencesOf("features/unsubscribe", locale, "karte");

  test("ends by its link without a login, and begins again", async ({ visit }) => {
    const { page: tab } = await visit(look);
    const button = (name: string) => tab.getByRole("button", { name: onPage(name), exact: true });
    await tab.goto(link);
    await button("Unsubscribe").waitFor();
    await expectAccessible(tab, "karte: unsubscribing from the weekly digest");
    await picture(tab, `digest-${locale}-${width}`);
    await button("Unsubscribe").click();
    await tab.getByRole("heading", { name: onPage("You're unsubscribed") }).waitFor();
    await expectAccessible(tab, "karte: unsubscribed from the weekly digest");
    await picture(tab, `digest-ended-${locale}-${width}`);
    await button("Get the digest again").press("Enter");
    await tab.getByRole("heading", { name: onPage("Weekly digest email") }).waitFor();
    expect(await button("Get the digest again").count()).toBe(0);

    await tab.goto(`${page}?token=shortened`);
    await button("Unsubscribe").click();
    const refusal = tab.getByRole("alert").getByText(onPage("This link is no longer valid"));
    await refusal.waitFor();
    await expectAccessible(tab, "karte: a digest's link that is cut off");
    await picture(tab, `digest-refused-${locale}-${width}`);
  });
});

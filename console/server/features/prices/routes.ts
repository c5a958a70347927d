import { listPrices, previewPriceMail } from "@sekimori/console-contract/endpoints/prices";
import type { Bind } from "@sekimori/kit-server/http";
import type { ConsoleContext } from "../../context.ts";
import { mailPage } from "./mail-page.ts";

/** An email in a frame of the console's: no script, no request to anywhere, an origin of its own. */
const mailPolicy =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** What the paid plan costs, and what its holders are told of it. */
export function bindPrices(bind: Bind, { prices }: ConsoleContext): void {
  bind(listPrices, () => prices.list());

  bind(previewPriceMail, async ({ query, reply }) => {
    const page = mailPage(await prices.mail(query));
    reply.header("content-security-policy", mailPolicy);
    return page;
  });
}

import { hkdfSync } from "node:crypto";

/** A key of a console's own, from the portal's secret. @param purpose nothing else is made for it */
export const derivedSecret = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", `sekimori ${purpose}`, 32)).toString("base64url");

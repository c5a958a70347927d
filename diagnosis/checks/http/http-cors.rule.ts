import { defineCheck } from "../../engine/check.ts";
import { httpCorsTexts } from "./http-cors.texts.ts";
import { withPage } from "./page/front-page.ts";

/** A name that is nobody's (RFC 6761 §6.4), so no list of trusted sites can hold it. */
const NOBODY = "cors-check.invalid";

/** Origins that only a careless comparison lets through, by the outcome that shows it. */
const strangers = (host: string, domain: string) =>
  [
    ["reflected", `https://${NOBODY}`],
    // Sandboxed frames and local files have this origin, so anyone can.
    ["null-origin", "null"],
    ["look-alike", `https://cors-check${domain}`],
    ["look-alike", `https://${host}.${NOBODY}`],
  ] as const;

/**
 * The site does not hand its answers to any other site that asks with the visitor's cookies: it must not
 * echo a stranger's Origin, "null" or a name that merely begins or ends like its own, together with Access-Control-Allow-Credentials (Fetch, "CORS protocol and
 * credentials"; OWASP ASVS 5.0 3.4.2). `*` is harmless here, since browsers never combine it with cookies.
 */
export const httpCors = defineCheck(httpCorsTexts, {
  id: "http-cors",
  category: "http",
  scope: "address",
  outcomes: {
    closed: { state: "pass", severity: null },
    public: { state: "info", severity: "info" },
    "null-origin": { state: "fail", severity: "high" },
    "look-alike": { state: "fail", severity: "high" },
    reflected: { state: "fail", severity: "high" },
  },
  run: (context) =>
    withPage(context, async ({ url }) => {
      const { host, domain } = context.target;
      let open: string | null = null;
      for (const [outcome, origin] of strangers(host, domain)) {
        const answer = await context.http.fetch(url, { headers: { origin } });
        const allowed = answer.header("access-control-allow-origin");
        const credentials = answer.header("access-control-allow-credentials") === "true";
        const facts = factsOf(origin, allowed, credentials);
        if (allowed === origin && credentials) return { outcome, facts };
        if (allowed === origin || allowed === "*") open ??= allowed;
        // A fixed answer will not change for another stranger.
        if (allowed === "*") break;
      }
      const facts = factsOf("", open, false);
      return { outcome: open === null ? "closed" : "public", facts };
    }),
});

function factsOf(origin: string, allowed: string | null, credentials: boolean) {
  return [
    { name: "cors.reflectsOrigin", value: origin !== "" && allowed === origin },
    { name: "cors.origin", value: origin },
    { name: "cors.allowOrigin", value: allowed ?? "" },
    { name: "cors.allowCredentials", value: credentials },
  ];
}

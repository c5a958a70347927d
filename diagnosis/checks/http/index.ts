import type { Check } from "../../engine/check.ts";
import { expFiles } from "./exp-files.rule.ts";
import { httpCookie } from "./http-cookie.rule.ts";
import { httpCors } from "./http-cors.rule.ts";
import { httpCsp } from "./http-csp.rule.ts";
import { httpFrame } from "./http-frame.rule.ts";
import { httpHsts } from "./http-hsts.rule.ts";
import { httpIsolation } from "./http-isolation.rule.ts";
import { httpLeak } from "./http-leak.rule.ts";
import { httpMixed } from "./http-mixed.rule.ts";
import { httpNone } from "./http-none.rule.ts";
import { httpNosniff } from "./http-nosniff.rule.ts";
import { httpRedirect } from "./http-redirect.rule.ts";
import { httpReferrer } from "./http-referrer.rule.ts";
import { httpSectxt } from "./http-sectxt.rule.ts";
import { httpSri } from "./http-sri.rule.ts";

/** The checks of this category, in the catalogue's order. */
export const httpChecks: readonly Check[] = [
  httpNone,
  httpRedirect,
  httpHsts,
  httpCsp,
  httpFrame,
  httpNosniff,
  httpReferrer,
  httpIsolation,
  httpCors,
  httpCookie,
  httpMixed,
  httpSri,
  httpLeak,
  httpSectxt,
  expFiles,
];

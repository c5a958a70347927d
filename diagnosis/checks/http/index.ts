import type { Check } from "../../engine/check.ts";
import { expFiles } from "./exp-files.ts";
import { httpCookie } from "./http-cookie.ts";
import { httpCors } from "./http-cors.ts";
import { httpCsp } from "./http-csp.ts";
import { httpFrame } from "./http-frame.ts";
import { httpHsts } from "./http-hsts.ts";
import { httpIsolation } from "./http-isolation.ts";
import { httpLeak } from "./http-leak.ts";
import { httpMixed } from "./http-mixed.ts";
import { httpNone } from "./http-none.ts";
import { httpNosniff } from "./http-nosniff.ts";
import { httpRedirect } from "./http-redirect.ts";
import { httpReferrer } from "./http-referrer.ts";
import { httpSectxt } from "./http-sectxt.ts";
import { httpSri } from "./http-sri.ts";

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

import type { Check } from "../../engine/check.ts";
import { siteChecks } from "./site-checks.ts";
import { tlsService } from "./tls-service.rule.ts";

/** The checks of this category, in the catalogue's order. */
export const tlsChecks: readonly Check[] = [...siteChecks, tlsService];

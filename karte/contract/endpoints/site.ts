import { maintenanceAnswerSchema, maintenancePath } from "@sekimori/kit-contract/maintenance";
import { z } from "zod";
import { karteEndpoint } from "./declare.ts";

export const getSite = karteEndpoint({
  name: "getSite",
  method: "GET",
  path: "/site",
  tag: "Session",
  summary: "What a page needs to know before anybody is logged in.",
  access: "public",
  response: z.object({
    /** The one origin that may show karte in its frame, and that it speaks to. */
    portalOrigin: z.url(),
  }),
  errors: [],
  limits: [],
  load: "public",
});

export const showMaintenance = karteEndpoint({
  name: "showMaintenance",
  method: "GET",
  path: maintenancePath,
  tag: "Session",
  summary: "What the operator has closed for maintenance, why, and until when.",
  access: "public",
  response: maintenanceAnswerSchema,
  errors: [],
  limits: [],
  load: "public",
});

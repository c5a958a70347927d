import { readTextSchema, wasSchema } from "@sekimori/kit-contract/as-read";
import { printedSchema } from "@sekimori/kit-contract/letters";
import { z } from "zod";
import {
  firstNameSchema,
  languageCodeSchema,
  lastNameSchema,
  registeredDetailsSchema,
} from "../fields.ts";
import { perAccount, portalEndpoint } from "./declare.ts";
import { profileSchema, shownDetailsSchema } from "./profile-view.ts";

const tag = "Profile";

export const getMyProfile = portalEndpoint({
  name: "getMyProfile",
  method: "GET",
  path: "/profile/my-profile",
  tag,
  summary: "The profile of the member who is logged in, with plan and card.",
  access: "account",
  response: profileSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const updateMyProfile = portalEndpoint({
  name: "updateMyProfile",
  method: "PUT",
  path: "/profile/my-profile",
  tag,
  summary: "Changes the member's name.",
  access: "account",
  body: z.strictObject({
    first_name: printedSchema(firstNameSchema),
    last_name: printedSchema(lastNameSchema),
    was: wasSchema({ first_name: readTextSchema, last_name: readTextSchema }),
  }),
  response: profileSchema,
  errors: ["ChangedMeanwhile"],
  limits: [perAccount(30, 600)],
});

export const changeRegisteredDetails = portalEndpoint({
  name: "changeRegisteredDetails",
  method: "PUT",
  path: "/profile/registered-details",
  tag,
  summary:
    "Changes the organization's name and number, and the address; invoices to come use them.",
  access: "account",
  body: z.strictObject({
    details: printedSchema(registeredDetailsSchema),
    was: wasSchema({ details: shownDetailsSchema }),
  }),
  response: profileSchema,
  errors: ["ChangedMeanwhile"],
  limits: [perAccount(30, 600)],
});

export const changeLanguage = portalEndpoint({
  name: "changeLanguage",
  method: "POST",
  path: "/profile/change-language",
  tag,
  summary: "Changes the language of screens and emails.",
  access: "account",
  body: z.strictObject({ language_code: languageCodeSchema }),
  response: profileSchema,
  errors: [],
  limits: [perAccount(60, 600)],
});

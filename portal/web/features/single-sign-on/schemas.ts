import { emailSchema, firstNameSchema, lastNameSchema } from "@sekimori/portal-contract/fields";
import { z } from "zod";

export const addressSchema = z.object({ email: emailSchema });

export const nameSchema = z.object({ firstName: firstNameSchema, lastName: lastNameSchema });

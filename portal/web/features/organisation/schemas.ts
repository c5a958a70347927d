import { typedDomainSchema } from "@sekimori/portal-contract/fields";
import { z } from "zod";

export const newDomainSchema = z.object({ domain: typedDomainSchema });

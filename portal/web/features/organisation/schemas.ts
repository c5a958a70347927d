import { setUpConnection } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { typedDomainSchema } from "@sekimori/portal-contract/fields";
import { z } from "zod";

export const newDomainSchema = z.object({ domain: typedDomainSchema });

export const connectionSchema = setUpConnection.body;

export const secretSchema = setUpConnection.body.pick({ clientSecret: true });

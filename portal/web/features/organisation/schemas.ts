import {
  certificatesTextSchema,
  clientSecretSchema,
  connectionSignOutSchema,
  newConnectionSchema,
  newSamlConnectionSchema,
  typedDomainSchema,
} from "@sekimori/portal-contract/fields";
import { z } from "zod";

export const newDomainSchema = z.object({ domain: typedDomainSchema });

export const connectionSchema = newConnectionSchema;

export const secretSchema = z.object({ clientSecret: clientSecretSchema });

export const samlSchema = newSamlConnectionSchema;

export const certificatesSchema = z.object({ certificates: certificatesTextSchema });

export const signOutSchema = connectionSignOutSchema;

import { databaseHosts } from "@sekimori/kit-server/database";
import { z } from "zod";

/** An address of PostgreSQL, of one server or of several. */
export const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
  .superRefine((url, context) => {
    try {
      databaseHosts(url);
    } catch (error) {
      // The driver's words about an address may repeat its password.
      const message = error instanceof TypeError ? "is no address" : (error as Error).message;
      context.addIssue({ code: "custom", message });
    }
  });

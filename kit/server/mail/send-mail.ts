import { z } from "zod";
import { defineJob } from "../jobs/job.ts";

/** Sends one mail of the outbox. */
export const sendMail = defineJob("kit.send-mail", z.object({ id: z.uuid() }));

/** A mail has one job. */
export const mailKey = (id: string): string => `mail:${id}`;

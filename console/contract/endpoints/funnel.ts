import { daySchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { signUpSources } from "../words.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const funnelSchema = z.object({
  /** Each week by the day on which it begins; the latest first. */
  signUps: z.array(
    z.object({
      week: daySchema,
      source: z.enum(signUpSources),
      began: z.int(),
      /** How many of them reached this step. */
      information: z.int(),
      confirmation: z.int(),
      payment: z.int(),
      agreement: z.int(),
      finished: z.int(),
    }),
  ),
  cards: z.array(
    z.object({
      week: daySchema,
      saved: z.int(),
      threeDSecure: z.int(),
      declined: z.int(),
      otherwise: z.int(),
      left: z.int(),
    }),
  ),
  trials: z.array(z.object({ week: daySchema, began: z.int(), paid: z.int(), ended: z.int() })),
});
export type FunnelView = z.infer<typeof funnelSchema>;

export const showFunnel = consoleEndpoint({
  name: "showFunnel",
  method: "GET",
  path: "/funnel",
  tag: "Funnel",
  summary:
    "How far sign-ups of the last weeks got, what became of their cards and trials: counts, of nobody.",
  access: "see-funnel",
  response: funnelSchema,
  errors: [],
  limits: [perPerson(60, 600)],
  load: "slow",
});

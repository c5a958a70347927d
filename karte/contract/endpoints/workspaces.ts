import { readTextSchema, wasSchema } from "@sekimori/kit-contract/as-read";
import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { printedSchema } from "@sekimori/kit-contract/letters";
import { mailedNameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { closedWorkspaceDays } from "../constants.ts";
import { roles } from "../rights.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { idSchema, namedSchema, personSchema } from "./field-schemas.ts";

const tag = "Workspaces";

const name = printedSchema(mailedNameSchema(100));

/** What can be handed to another, with that person's word. */
export const offerKinds = ["ownership", "contract"] as const;
export type OfferKind = (typeof offerKinds)[number];

export const offerSchema = z.object({
  id: idSchema,
  what: z.enum(offerKinds),
  from: personSchema.nullable(),
  to: personSchema.nullable(),
  expiresAt: momentSchema,
  /** Whether it is offered to the person who asks. */
  toYou: z.boolean(),
  /** Whether whoever accepts is an owner then: nobody hands on an ownership that they do not have. */
  makesOwner: z.boolean(),
});
export type Offer = z.infer<typeof offerSchema>;

export const workspaceViewSchema = namedSchema.extend({
  createdAt: momentSchema,
  /** Whose contract it lives on; null for somebody who is no longer a member. */
  billingOwner: personSchema.nullable(),
  onYourContract: z.boolean(),
  /** Whether you alone own it: it keeps its last owner. */
  onlyYouOwn: z.boolean(),
  /** Whether its contract's owner has gone, so that an owner may put it on their own. */
  contractIsFree: z.boolean(),
  offers: z.array(offerSchema),
});
export type WorkspaceView = z.infer<typeof workspaceViewSchema>;

export const getWorkspace = karteEndpoint({
  name: "getWorkspace",
  method: "GET",
  path: "/workspace",
  tag,
  summary: "Name, contract and what is offered to whom.",
  access: "see",
  byToken: false,
  response: workspaceViewSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const createWorkspace = karteEndpoint({
  name: "createWorkspace",
  method: "POST",
  path: "/workspaces",
  tag,
  summary: "Creates another workspace on the person's own contract, and goes there.",
  access: "person",
  body: z.strictObject({ name }),
  response: z.object({ id: idSchema }),
  errors: ["PlanLimit", "PortalUnavailable"],
  limits: [perSession(10, 3600)],
});

export const renameWorkspace = karteEndpoint({
  name: "renameWorkspace",
  method: "PUT",
  path: "/workspace",
  tag,
  summary: "Gives the workspace another name.",
  access: "rename-workspace",
  body: z.strictObject({ name, was: wasSchema({ name: readTextSchema }) }),
  response: z.object({}),
  errors: ["ChangedMeanwhile"],
  limits: [perSession(30, 60)],
});

export const offerWorkspace = karteEndpoint({
  name: "offerWorkspace",
  method: "POST",
  path: "/workspace/offers",
  tag,
  summary:
    "Asks a member to become an owner, or to move the workspace to their contract; it happens when they accept. Owners offer ownership; the contract holder offers the contract, whatever their role.",
  access: "transfer-contract",
  body: z.strictObject({ to: z.string().max(100), what: z.enum(offerKinds) }),
  response: z.object({ id: idSchema }),
  errors: ["NotFound", "WrongState"],
  limits: [perSession(20, 3600)],
});

export const listReceivers = karteEndpoint({
  name: "listReceivers",
  method: "GET",
  path: "/workspace/receivers",
  tag,
  summary: "The other members, who can be asked to take on ownership or the contract.",
  access: "transfer-contract",
  response: z.object({ people: z.array(personSchema.extend({ role: z.enum(roles) })) }),
  errors: [],
  limits: [],
  load: "read",
});

export const withdrawOffer = karteEndpoint({
  name: "withdrawOffer",
  method: "DELETE",
  path: "/workspace/offers/:id",
  tag,
  summary: "Takes an offer back. Everyone who may make it may do so.",
  access: "transfer-contract",
  stepUp: false,
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});

/** A yes takes the act "accept-offers"; a no takes nothing. */
export const answerOffer = karteEndpoint({
  name: "answerOffer",
  method: "POST",
  path: "/workspace/offers/:id/answer",
  tag,
  summary: "The word of the person to whom something is offered.",
  access: "see",
  byToken: false,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ accepted: z.boolean() }),
  response: z.object({}),
  errors: ["NotFound", "PortalUnavailable", "RecentSignInRequired"],
  limits: [perSession(60, 60)],
});

export const takeContract = karteEndpoint({
  name: "takeContract",
  method: "POST",
  path: "/workspace/contract",
  tag,
  summary: "Puts a workspace whose contract's owner has gone on the caller's own contract.",
  access: "contract",
  body: z.strictObject({}),
  response: z.object({}),
  errors: ["WrongState", "PortalUnavailable"],
  limits: [perSession(20, 3600)],
});

export const leaveWorkspace = karteEndpoint({
  name: "leaveWorkspace",
  method: "POST",
  path: "/workspace/leave",
  tag,
  summary: "Leaves the workspace.",
  access: "see",
  byToken: false,
  body: z.strictObject({}),
  response: z.object({}),
  errors: ["LastOwner", "BillingOwner", "RecentSignInRequired"],
  limits: [perSession(20, 3600)],
});

export const closeWorkspace = karteEndpoint({
  name: "closeWorkspace",
  method: "POST",
  path: "/workspace/close",
  tag,
  summary: `Closes the workspace for everybody at once. Its data is deleted ${closedWorkspaceDays} days later; until then an owner can open it again.`,
  access: "close-workspace",
  body: z.strictObject({ name: z.string().max(100) }),
  response: z.object({ deletedAt: momentSchema }),
  errors: [],
  limits: [perSession(20, 3600)],
});

export const listClosedWorkspaces = karteEndpoint({
  name: "listClosedWorkspaces",
  method: "GET",
  path: "/workspaces/closed",
  tag,
  summary: "Workspaces that the person owned and that can still be opened again.",
  access: "person",
  response: z.object({
    workspaces: z.array(namedSchema.extend({ closedAt: momentSchema, deletedAt: momentSchema })),
  }),
  errors: [],
  limits: [],
  load: "read",
});

export const reopenWorkspace = karteEndpoint({
  name: "reopenWorkspace",
  method: "POST",
  path: "/workspaces/reopen",
  tag,
  summary: "Opens a closed workspace again, with everything that was in it.",
  access: "person",
  body: z.strictObject({ workspace: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(20, 3600)],
});

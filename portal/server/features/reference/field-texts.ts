import type { FieldTexts } from "@sekimori/kit-server/reference";

/** What the fields of an error mean: see `FieldTexts`. */
export const fieldTexts: FieldTexts = {
  "error.type": "What a program reads; it keeps its meaning.",
  message: "For engineers, in English; may change.",
  requestId: "Stands in the operator's log beside the reason.",
  path: "Where the value is in the request, with dots: `address.city`.",
  params: "What the code needs to be said: `max`, `expected`.",
  data: "What belongs to this type of error.",
};

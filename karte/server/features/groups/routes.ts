import {
  createGroup,
  deleteGroup,
  listGroups,
  renameGroup,
} from "@sekimori/karte-contract/endpoints/groups";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { createOne, deleteOne, groupsOf, renameOne } from "./group-service.ts";

/** Groups: named sets of domains, for reports and for rights. */
export function bindGroups(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listGroups, async ({ request }) => ({
    groups: await groupsOf(context, principals.member(request)),
  }));

  bind(createGroup, async ({ request, body }) => ({
    id: await createOne(context, principals.member(request), body.name),
  }));

  bind(renameGroup, async ({ request, params, body }) => {
    await renameOne(context, principals.member(request), params.id, body);
    return {};
  });

  bind(deleteGroup, async ({ request, params }) => {
    await deleteOne(context, principals.member(request), params.id);
    return {};
  });
}

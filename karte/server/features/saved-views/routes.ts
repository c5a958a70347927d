import {
  chooseColumns,
  listViews,
  removeView,
  saveView,
} from "@sekimori/karte-contract/endpoints/saved-views";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { choose, removeOne, savedViews, saveOne } from "./saved-view-service.ts";

/** How a person likes to see lists: views under names, and columns. */
export function bindSavedViews(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listViews, ({ request }) => savedViews(context, principals.member(request)));

  bind(saveView, ({ request, body }) => saveOne(context, principals.member(request), body));

  bind(removeView, async ({ request, params }) => {
    await removeOne(context, principals.member(request), params.id);
    return {};
  });

  bind(chooseColumns, async ({ request, body }) => {
    await choose(context, principals.member(request), body);
    return {};
  });
}

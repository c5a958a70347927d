import { importBytesMost } from "@sekimori/karte-contract/constants";
import {
  applyImport,
  checkImport,
  getImport,
  listImports,
  refusedRows,
  undoImport,
} from "@sekimori/karte-contract/endpoints/imports";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import {
  applyNow,
  checkNow,
  importList,
  importPage,
  refusedFile,
  undoImportNow,
} from "./import-service.ts";
import { createImportThreads } from "./import-threads.ts";

/** Base64 is four thirds of the file; beside it stands little else. */
const bodyLimit = Math.ceil(importBytesMost * 1.4) + 16_384;

/** Bulk registration and its log. */
export function bindImports(bind: Bind, context: KarteContext, principals: Principals): void {
  const imports = { context, ask: createImportThreads() };
  bind(checkImport, ({ request, body }) => checkNow(imports, principals.member(request), body), {
    bodyLimit,
  });
  bind(applyImport, ({ request, params }) =>
    applyNow(imports, principals.member(request), params.id),
  );
  bind(undoImport, ({ request, params }) =>
    undoImportNow(context, principals.member(request), params.id),
  );
  bind(listImports, ({ request, query }) => importList(context, principals.member(request), query));
  bind(getImport, ({ request, params }) => {
    context.reads.follow(request);
    return importPage(imports, principals.member(request), params.id);
  });
  bind(refusedRows, ({ request, params, query }) =>
    refusedFile(imports, principals.member(request), params.id, query.language),
  );
}

import type { FieldError } from "@sekimori/kit-contract/wire-error";

/**
 * Why a field is refused, as a code and the numbers its sentence needs. Forms keep codes and never
 * sentences, so that an error changes its language with the page.
 */
export interface FieldIssue<Name extends string = string> {
  readonly name: Name;
  /** A code of the wire's field errors, or the type of an API error placed at this field. */
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * The server's complaints as issues of a form's own fields. A path matches by its whole text or by
 * its last part ("information.addrCity" is the form's addrCity); what matches no field is dropped.
 */
export function issuesOfServer<Name extends string>(
  errors: readonly FieldError[],
  names: readonly Name[],
): FieldIssue<Name>[] {
  return errors.flatMap(({ path, code, params }) => {
    const last = path.slice(path.lastIndexOf(".") + 1);
    const name = names.find((one) => one === path) ?? names.find((one) => one === last);
    if (name === undefined) return [];
    return [params === undefined ? { name, code } : { name, code, params }];
  });
}

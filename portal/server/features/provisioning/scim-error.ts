/** RFC 7644, section 3.12. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"
  | "invalidVers"
  | "sensitive";

/** A refusal as SCIM clients understand it: a status, a kind where the RFC has one, and a sentence. */
export class ScimError extends Error {
  override readonly name = "ScimError";
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }

  get body(): object {
    return {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(this.status),
      ...(this.scimType !== undefined && { scimType: this.scimType }),
      detail: this.message,
    };
  }
}

export const wrong = (scimType: ScimType, detail: string) => new ScimError(400, detail, scimType);

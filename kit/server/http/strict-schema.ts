import { z } from "zod";

type Def = z.core.$ZodTypeDef;

function rebuilt(schema: z.ZodType, changes: Record<string, unknown>): z.ZodType {
  return z.core.clone(schema, { ...schema.def, ...changes } as Def & z.ZodType["def"]) as z.ZodType;
}

/**
 * The same schema, refusing unknown fields in every object in it, so that a misspelt or smuggled
 * field is a 400 and never silently ignored. Objects that say themselves what to do with unknown
 * fields (`z.looseObject`, `catchall`) and recursive ones (`z.lazy`) stay as they are.
 */
export function strictSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [key, field] of Object.entries(schema.shape)) {
      shape[key] = strictSchema(field as z.ZodType);
    }
    return rebuilt(schema, { shape, catchall: schema.def.catchall ?? z.never() });
  }
  if (schema instanceof z.ZodArray) {
    return rebuilt(schema, { element: strictSchema(schema.def.element as z.ZodType) });
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    return rebuilt(schema, { innerType: strictSchema(schema.def.innerType as z.ZodType) });
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.def.options.map((option) => strictSchema(option as z.ZodType));
    return rebuilt(schema, { options });
  }
  if (schema instanceof z.ZodPipe) {
    return rebuilt(schema, { in: strictSchema(schema.def.in as z.ZodType) });
  }
  return schema;
}

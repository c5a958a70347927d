import {
  addResource,
  listResources,
  removeResource,
} from "@sekimori/portal-server/openid-resources";
import { complaining, fail, type Named, type Shared, say } from "../processes/operator-answers.ts";
import { withOperatorTables } from "../processes/operator-database.ts";

export interface ResourceOptions extends Named {
  readonly id: string;
  readonly name: string;
  readonly scope: string[];
  readonly tokenFormat?: "jwt" | "opaque";
  readonly algorithm?: "RS256" | "ES256";
}

const optionOf = {
  identifier: "--id",
  name: "--name",
  scopes: "--scope",
  tokenFormat: "--token-format",
  algorithm: "--algorithm",
};

/** `sekimori operator resources add` */
export async function addApi(options: ResourceOptions): Promise<void> {
  const { id: identifier, name, scope: scopes, tokenFormat, algorithm } = options;
  await complaining(optionOf, async () => {
    const added = await withOperatorTables(options.data, (tables) =>
      addResource(
        { ...tables, operator: options.operator },
        {
          ...{ identifier, name, scopes },
          ...(tokenFormat === undefined ? {} : { tokenFormat }),
          ...(algorithm === undefined ? {} : { algorithm }),
        },
      ),
    );
    if (!added) return fail(`${identifier} is registered already; remove it first.`);
    say(options, { identifier }, `${identifier} is registered.`);
  });
}

/** `sekimori operator resources list` */
export async function showApis(options: Shared): Promise<void> {
  const resources = await withOperatorTables(options.data, listResources);
  const lines = resources.map(
    ({ identifier, name, scope, token_format: format }) =>
      `${identifier}  ${name} (${format})\n    scopes: ${scope}`,
  );
  say(options, resources, lines.join("\n") || "No API is registered beside the portal's own.");
}

/** `sekimori operator resources remove` */
export async function forgetApi(id: string, options: Named): Promise<void> {
  const wasThere = await withOperatorTables(options.data, (tables) =>
    removeResource({ ...tables, operator: options.operator }, id),
  );
  if (!wasThere) return fail(`No API has the identifier ${id}.`);
  say(options, { identifier: id }, `${id} is removed.`);
}

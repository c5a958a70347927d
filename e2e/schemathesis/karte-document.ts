import { writeFileSync } from "node:fs";
import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import { karteErrors } from "@sekimori/karte-contract/errors";
import { systemClock } from "@sekimori/kit-server/clock";
import { createErrorMapper } from "@sekimori/kit-server/errors";
import { createBinder, createHttpServer, openApiDocument } from "@sekimori/kit-server/http";
import { createLogger } from "@sekimori/kit-server/logger";

/**
 * Writes the document of all of karte's calls, which karte itself shows nobody: those of its own
 * screens too. It is made from the declarations that karte binds.
 */
export async function writeKarteDocument(file: string, origin: string): Promise<void> {
  const app = await createHttpServer({
    name: "Sekimori karte",
    origin,
    logger: createLogger({ name: "document", level: "silent" }),
    errors: createErrorMapper(karteErrors),
    clock: systemClock,
    security: {},
  });
  const bind = createBinder(app, {
    limiter: { spend: neverCalled, close() {} } as never,
    authorise: () => undefined,
  });
  for (const endpoint of allEndpoints) bind(endpoint, neverCalled);
  writeFileSync(file, JSON.stringify(await openApiDocument(app)));
  await app.close();
}

function neverCalled(): never {
  throw new Error("This server only describes itself.");
}

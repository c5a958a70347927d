import { join } from "node:path";
import { createAccess } from "@sekimori/kit-server/access";
import { systemClock } from "@sekimori/kit-server/clock";
import { registerCsrf } from "@sekimori/kit-server/csrf";
import { type Database, type Migration, transaction } from "@sekimori/kit-server/database";
import { createErrorMapper } from "@sekimori/kit-server/errors";
import { createBinder, createHttpServer } from "@sekimori/kit-server/http";
import type { Logger } from "@sekimori/kit-server/logger";
import { createMailQueue, type Mailer } from "@sekimori/kit-server/mail";
import { composeLetter, paragraph } from "@sekimori/kit-server/mail/letter";
import { createRelyingParty, type RelyingSession } from "@sekimori/kit-server/relying-party";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { registerStaticSite } from "@sekimori/kit-server/static-site";
import { sql } from "kysely";
import { addNote, listNotes } from "./contract/endpoints/notes.ts";

export const sampleMigration: Migration = {
  schema: "sample",
  folder: join(import.meta.dirname, "migrations"),
};

export interface SampleOptions {
  readonly origin: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly secret: string;
  readonly dataKeys: string;
  readonly database: Database<unknown>;
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly webFolder: string;
}

/** An application made of the kits alone: people sign in by the portal, keep notes and get a copy. */
export async function createSample(options: SampleOptions) {
  const { origin, secret, database } = options;
  const common = { sealer: createSealer(parseKeyring(options.dataKeys)), clock: systemClock };
  const mail = createMailQueue({ ...common, from: "Sample <no-reply@sample.example>" });
  const pages = { home: "/", failed: "/", signedOut: "/" };
  const scope = "openid profile email";
  const signIns = createRelyingParty({ ...options, ...common, name: "sample", scope, pages });
  const app = await createHttpServer({
    ...options,
    name: "Sample",
    errors: createErrorMapper({}),
    clock: systemClock,
    security: {},
  });
  registerCsrf(app, { secret, origin, binding: signIns.key });
  const { authorise, caller } = createAccess<"member", RelyingSession>({ member: signIns.session });
  const bind = createBinder(app, { authorise });

  bind(listNotes, async ({ request }) => {
    const { rows } = await sql<{ text: string }>`select text from sample.note
      where subject = ${caller(request).subject} order by id desc`.execute(database.db);
    return { notes: rows };
  });

  bind(addNote, async ({ request, body }) => {
    const { subject, claims } = caller(request);
    const letter = composeLetter({
      locale: "en",
      brandName: "Sample",
      subject: "Your note",
      blocks: [paragraph(body.text)],
      foot: [],
    });
    await transaction(database.db, async (tx) => {
      await sql`insert into sample.note (subject, text) values (${subject}, ${body.text})`.execute(
        tx,
      );
      await mail.queueMail(tx, { ...letter, to: String(claims.email), locale: "en" });
    });
    return {};
  });

  await signIns.register(app);
  await registerStaticSite(app, { folder: options.webFolder, pages: ["/"] });
  return { app, jobs: [mail.sendJob(database.db, options.mailer)] };
}

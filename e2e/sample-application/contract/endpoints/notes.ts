import { endpoint } from "@sekimori/kit-contract/endpoint";
import { loadClasses } from "@sekimori/kit-contract/load-classes";
import { z } from "zod";
import { noteSchema } from "../note.ts";

const notes = {
  path: "/v1/notes",
  tag: "Notes",
  access: "member",
  limits: [],
  load: loadClasses.read,
} as const;

export const listNotes = endpoint({
  ...notes,
  name: "listNotes",
  method: "GET",
  summary: "The notes of whoever is signed in, newest first.",
  response: z.object({ notes: z.array(noteSchema) }),
  errors: ["SessionExpired"],
});

export const addNote = endpoint({
  ...notes,
  name: "addNote",
  method: "POST",
  summary: "Keeps a note and mails a copy of it.",
  body: noteSchema,
  response: z.object({}),
  errors: ["SessionExpired"],
});

import type { SealedColumn } from "@sekimori/kit-server/sealing/rotate";

/** Everything that karte seals in its own tables; a rotation of keys goes through it. */
export const karteSealedColumns: readonly SealedColumn[] = [
  {
    table: "karte.member",
    column: "personal",
    owner: ["workspace_id", "account_id"],
    ownerType: ["uuid", "text"],
    prefix: "karte.member.personal",
  },
  {
    table: "karte.invitation",
    column: "personal",
    owner: "id",
    prefix: "karte.invitation.personal",
  },
  { table: "karte.ticket_system", column: "sealed", owner: "id", prefix: "karte.ticket_system" },
  {
    table: "karte.ticket_system",
    column: "hook_sealed",
    owner: "id",
    prefix: "karte.ticket_system.hook",
  },
  { table: "karte.file_content", column: "sealed", owner: "file_id", prefix: "karte.file" },
  {
    table: "karte.api_answer",
    column: "answer",
    owner: ["token_id", "key_digest"],
    ownerType: ["uuid", "text"],
    prefix: "karte.api_answer",
  },
];

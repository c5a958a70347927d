/** The folder of numbered SQL files that make the schema `sandbox`, for kit/server's `migrate`. */
export const sandboxMigrations = [{ schema: "sandbox", folder: import.meta.dirname }] as const;

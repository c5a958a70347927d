import type { Pool } from "pg";

const writers = [1, 8, 32] as const;

/** Events a second that so many writers append to the log, each in a transaction of its own. */
export async function measureAuditWriters(
  connect: (size: number) => Pool,
  seconds: number,
): Promise<string> {
  const told: string[] = [];
  for (const count of writers) {
    const pool = connect(count);
    const end = performance.now() + seconds * 1_000;
    let appended = 0;
    try {
      await Promise.all(
        Array.from({ length: count }, async () => {
          while (performance.now() < end) {
            await pool.query(
              `select portal.append_audit(null, 'operator.audit-verified', now(), null, null, '{}')`,
            );
            appended += 1;
          }
        }),
      );
    } finally {
      await pool.end();
    }
    told.push(`${count} writers ${(appended / seconds).toFixed(0)}/s`);
  }
  return told.join(", ");
}

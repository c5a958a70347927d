/** What a person reads when a port is in use, instead of a stack trace. */
export class PortTaken extends Error {
  override readonly name = "PortTaken";

  constructor(port: number, option: string, cause: unknown) {
    super(
      `Port ${port} is in use, perhaps by another Sekimori that still runs; ` +
        `end what holds it or choose another port with ${option}.`,
      { cause },
    );
  }
}

/** The failure to listen as a sentence, or undefined when it is another failure. */
export function takenPort(error: unknown, option: string): PortTaken | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "EADDRINUSE") return;
  return new PortTaken("port" in error ? Number(error.port) : 0, option, error);
}

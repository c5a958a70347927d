import { once } from "node:events";
import { createServer } from "node:net";
import { takenPort } from "../processes/taken-port.ts";

export interface WantedPort {
  readonly port: number;
  /** The option that chooses another. */
  readonly option: string;
}

/**
 * Looks whether ports can be listened on before anything is started that would have to be stopped
 * again.
 *
 * @throws PortTaken for the first that cannot.
 */
export async function requireFreePorts(wanted: readonly WantedPort[]): Promise<void> {
  for (const { port, option } of wanted) {
    const probe = createServer().listen(port, "127.0.0.1");
    try {
      await once(probe, "listening");
    } catch (error) {
      throw takenPort(error, option) ?? error;
    }
    probe.close();
    await once(probe, "close");
  }
}

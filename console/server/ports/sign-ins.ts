import type { FastifyReply, FastifyRequest } from "fastify";

/** Somebody who is signed in here, as the portal vouches for them. */
export interface SignedIn {
  /** The portal's name for the person; never changes. */
  readonly subject: string;
  readonly expiresAt: Date;
}

/** Who is signed in: the part of the kit's relying party that features ask. */
export interface SignIns {
  session(request: FastifyRequest): Promise<SignedIn | undefined>;
  /** A name for the caller that no script could know. */
  key(request: FastifyRequest): string | undefined;
  /** Ends the session. @returns where the whole window goes, so that the portal's ends too. */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /** Removes sessions that are over. @returns how many rows. */
  purge(): Promise<number>;
}

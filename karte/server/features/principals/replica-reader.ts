import type { FastifyRequest } from "fastify";
import type { KarteContext } from "../../context.ts";
import type { Member, Principals } from "./principals.ts";

/**
 * Answers from the replica, where the answer may be slightly old: the work is given a context that
 * reads there, and only reads. Who calls, and what they may, was asked of the primary before.
 */
export type FromReplica = <Result>(
  request: FastifyRequest,
  work: (there: KarteContext, member: Member) => Promise<Result>,
) => Promise<Result>;

export const replicaReader =
  (context: KarteContext, principals: Principals): FromReplica =>
  (request, work) => {
    const member = principals.member(request);
    return context.reads.read(
      request,
      (db) => work({ ...context, db }, member),
      context.lastChange(member.workspaceId),
    );
  };

import type { z } from "zod";
import type { Logger } from "../logger/logger.ts";

/** Another worker has been given this job meanwhile: what cannot be taken back must not be done. */
export class JobLost extends Error {
  override readonly name = "JobLost";
  constructor() {
    super("The worker stood still for too long, and its job was given to another.");
  }
}

/** What a handler knows about its run besides the payload. */
export interface JobRun {
  readonly id: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly logger: Logger;
  /** Aborted when the worker stops and its patience ends. */
  readonly signal: AbortSignal;
  /**
   * For just before what cannot be taken back: a worker that stood still may go on when its job has
   * been given to another.
   *
   * @throws JobLost
   */
  assertHeld(): Promise<void>;
}

/** Does the work. May run again after a crash, so it must bear being run twice. */
export type JobHandler<Payload> = (payload: Payload, run: JobRun) => Promise<void>;

/** A kind of job: its name and what its payload looks like. Enough to enqueue one. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: S;
}

/** A kind of job with the code that does it. Needed by the worker only. */
export interface Job extends JobDefinition {
  /** @throws z.ZodError when the payload does not fit; whatever the handler throws. */
  perform(payload: unknown, run: JobRun): Promise<void>;
}

/** A definition that the handler joins later, where its dependencies are known. */
export interface OpenJob<S extends z.ZodType> extends JobDefinition<S> {
  handledBy(handler: JobHandler<z.output<S>>): JobDefinition<S> & Job;
}

/**
 * Declares a kind of job. With a handler it is ready for the worker; without, `handledBy` adds
 * one in the composition root, so that enqueueing code need not know the handler's dependencies.
 */
export function defineJob<S extends z.ZodType>(name: string, schema: S): OpenJob<S>;
export function defineJob<S extends z.ZodType>(
  name: string,
  schema: S,
  handler: JobHandler<z.output<S>>,
): JobDefinition<S> & Job;
export function defineJob<S extends z.ZodType>(
  name: string,
  schema: S,
  handler?: JobHandler<z.output<S>>,
): OpenJob<S> | (JobDefinition<S> & Job) {
  const handledBy = (perform: JobHandler<z.output<S>>): JobDefinition<S> & Job => ({
    name,
    schema,
    perform: async (payload, run) => perform(schema.parse(payload), run),
  });
  return handler ? handledBy(handler) : { name, schema, handledBy };
}

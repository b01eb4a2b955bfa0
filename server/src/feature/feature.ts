import type { FastifyInstance } from 'fastify'
import type { Retention } from '../platform/database/retention.ts'
import type { SharedGauges } from '../platform/metrics/metric.ts'
import type { Checks, Surroundings } from '../platform/operator/check.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { QueueJob } from '../platform/queue/job.ts'
import type { Repeated } from '../platform/queue/repeat.ts'
import type { ImportDefinition, NounImport } from '../records/importing/import.ts'
import type { JobContext, Services } from './services.ts'

declare module '../platform/operator/command.ts' {
  interface CommandContext {
    readonly contents: () => Promise<ServerContents>
  }
}

export interface ServerContents {
  readonly features: readonly Feature[]
  readonly jobs: readonly QueueJob<object, JobContext>[]
  readonly imports: readonly ImportDefinition[]
  readonly personalData: readonly PersonalData[]
}

/** The parts that a feature room adds to the server. Its `index.ts` exports one, and `features.ts` lists them all. */
export interface Feature {
  /** Registers the contract's calls, below `/api`. */
  readonly registerCalls?: (api: FastifyInstance, services: Services) => void
  /**
   * Registers everything outside of `/api`: pages of the server itself, or an API of its own; each is a plugin with
   * hooks of its own.
   */
  readonly plugins?: readonly ((app: FastifyInstance, services: Services) => Promise<void>)[]
  readonly jobs?: readonly QueueJob<object, JobContext>[]
  readonly imports?: readonly NounImport[]
  /**
   * Personal data of its tables, for the person's copy and for erasure; a referencing table comes after the one it
   * references.
   */
  readonly personalData?: readonly PersonalData[]
  /** Work in the background that looks again and again whether there is something to do. */
  readonly repeated?: readonly Repeated<JobContext>[]
  /**
   * How long its tables and folders keep their rows and files. Old ones are deleted where jobs run, at the start and
   * every ten minutes, by several processes at once.
   */
  readonly retention?: readonly Retention[]
  /** Gauges of its tables for `GET /metrics`; a counter of the process needs no entry. */
  readonly metrics?: readonly SharedGauges[]
  /**
   * Run before the process takes work.
   * @throws OperatorError when a setting or a file would make work fail later
   */
  readonly startChecks?: Checks<unknown>
  /** Returns faults with which the server can still run, as English sentences for the operator; called at the start. */
  readonly startWarnings?: Checks<readonly string[]>
  /** Checks of the command `check`, beside those of the start. */
  readonly checks?: Checks
  readonly surroundings?: Surroundings
}

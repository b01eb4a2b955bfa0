import { z } from 'zod'

/** Request of `import` and `sync` to the process that has the database. */
export const wantedImport = z.object({
  /** Path of a file, or of a folder with one or more files for each resource. */
  path: z.string().min(1),
  /** Temporary folder with the rows that a map has made of foreign files, and the SHA-256 of the map. */
  mapped: z.object({ folder: z.string(), hash: z.string() }).optional(),
  /** The company's number; missing if the provider has a single company. */
  providerId: z.int32().optional(),
  mode: z.enum(['upsert', 'replace']),
  /** Text with which the external keys of the full sets begin. */
  prefix: z.string().min(1).max(200).optional(),
  /** By resource, why its full set removes nothing: a map could not read rows that may be of it. */
  withheld: z.record(z.string(), z.string()).optional(),
  /** Share of the stored rows that a full set may remove, and of the logins that may be lowered. */
  maxRemoved: z.number().min(0).max(1).optional(),
  dryRun: z.boolean(),
  /** Whether refusals and conflicts that the last run had, too, are counted and not listed. */
  onlyNew: z.boolean().optional(),
  /** Id of an interrupted import, which skips its finished work. */
  runId: z.uuid()
})

export type WantedImport = z.output<typeof wantedImport>

import type { Generated } from 'kysely'

interface ServerFunctionTable {
  job_id: string
  company: number
  id: number
  pvaid: number
  name: 'StandardLetter' | 'TimesheetLetter' | 'Evaluation'
  parameter: string
  request_hash: string
  letter_number: string
  status: Generated<number>
  failures: Generated<number>
  /** A German sentence. */
  error: string | null
  file: Buffer | null
  created_at: Generated<Date>
  finished_at: Date | null
}

export interface ServerFunctionTables {
  server_functions: ServerFunctionTable
}

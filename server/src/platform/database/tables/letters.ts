import type { Generated, JSONColumnType } from 'kysely'

interface ServerFunctionTable {
  job_id: string
  company: number
  id: number
  pvaid: number
  /** The shop of several that it was asked for in, by its appKey. */
  shop: string | null
  name: 'StandardLetter' | 'StandardLetters' | 'TimesheetLetter' | 'Evaluation' | 'DataCopy'
  parameter: string
  /** What the person calls it; null if the client named nothing. */
  caption: string | null
  request_hash: string
  letter_number: string
  /** What it costs, in letters. */
  cost: Generated<number>
  /** What the letter says, hashed; null until it is made, and for all but single letters. */
  content_hash: string | null
  /** Of the login that may have the result; null: every one of the person. */
  family: string | null
  status: Generated<number>
  failures: Generated<number>
  /** A German sentence. */
  error: string | null
  file: Buffer | null
  created_at: Generated<Date>
  finished_at: Date | null
}

interface SigningKeyTable {
  key_id: string
  /** Raw Ed25519 key of 32 bytes, base64url. */
  public_key: string
  first_used_at: Generated<Date>
}

interface IssuedLetterTable {
  number: string
  company: number
  id: number
  pvaid: number
  kind: 'participation' | 'timesheet'
  key_id: string
  printed: JSONColumnType<object>
  sha256: string
  /** Whether the participant had another name when the attendance was recorded. */
  renamed: boolean
  issued_at: Generated<Date>
  withdrawn_at: Date | null
  withdrawn_reason: string | null
}

export interface LetterTables {
  server_functions: ServerFunctionTable
  signing_keys: SigningKeyTable
  issued_letters: IssuedLetterTable
}

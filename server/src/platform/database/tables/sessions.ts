import type { Generated } from 'kysely'

interface SessionTable {
  token_hash: Buffer
  kind: 'access' | 'refresh'
  family: string
  company: number
  id: number
  pvaid: number
  created_at: Generated<Date>
  expires_at: Date
  last_used_at: Generated<Date>
  rotated_at: Date | null
  revoked_at: Date | null
  /** Which key of the provider opened it; null: a login. */
  provider_key: number | null
  /** Of the browser that logged in or, in a session that a provider's program opened, that used it first. */
  user_agent: string | null
}

interface LoginAttemptTable {
  id: Generated<number>
  at: Generated<Date>
  account: string
  address: string
  succeeded: boolean
}

interface AuditEntryTable {
  id: Generated<number>
  at: Generated<Date>
  company: number
  customer_id: number
  actor_pvaid: number | null
  /** The provider's key that acted instead of a person. */
  provider_key: number | null
  action: string
  resource: string
  key: unknown
  changes: unknown
}

interface PasswordMailTable {
  company: number
  pvaid: number
  /** The job that sends the mail; an earlier one finds that it is no longer wanted. */
  job_id: string
  password_hash: string | null
  link_hash: Buffer | null
  expires_at: Date | null
}

interface PasswordResetTable {
  /** Of an e-mail address. */
  address_hash: Buffer
  count: Generated<number>
  first_at: Generated<Date>
  last_at: Generated<Date>
}

interface IdempotencyKeyTable {
  company: number
  pvaid: number
  key: string
  request_hash: string
  answer: Generated<string | null>
  created_at: Generated<Date>
}

export interface SessionTables {
  sessions: SessionTable
  login_attempts: LoginAttemptTable
  audit_entries: AuditEntryTable
  password_mails: PasswordMailTable
  password_resets: PasswordResetTable
  idempotency_keys: IdempotencyKeyTable
}

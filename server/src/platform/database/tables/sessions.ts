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
  action: string
  resource: string
  key: unknown
  changes: unknown
}

export interface SessionTables {
  sessions: SessionTable
  login_attempts: LoginAttemptTable
  audit_entries: AuditEntryTable
}

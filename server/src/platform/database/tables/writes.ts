import type { Generated } from 'kysely'

interface IdempotencyKeyTable {
  company: number
  pvaid: number
  key: string
  request_hash: string
  answer: Generated<string | null>
  created_at: Generated<Date>
}

export interface WriteTables {
  idempotency_keys: IdempotencyKeyTable
}

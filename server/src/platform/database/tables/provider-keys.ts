import type { Generated } from 'kysely'

interface ProviderKeyTable {
  id: Generated<number>
  company: number
  name: string
  scopes: string[]
  key_hash: Buffer
  created_at: Generated<Date>
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

export interface ProviderKeyTables {
  provider_keys: ProviderKeyTable
}

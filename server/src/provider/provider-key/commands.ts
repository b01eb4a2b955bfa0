import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { isPlainText } from '../../platform/http/clean-text.ts'
import type { Command } from '../../platform/operator/command.ts'
import { chooseCompany } from '../company/choose-company.ts'
import { insertKey, listKeys, revokeKey } from './provider-key.repository.ts'
import { scopes } from './scopes.ts'

/** What a key is called: a line. */
export const keyName = z.string().trim().min(1).max(100).refine(isPlainText)

const createInput = z.object({
  name: keyName,
  scopes: z.array(z.enum(scopes)).min(1),
  /** Left out: the provider's only one. */
  company: z.int32().optional(),
  /** SHA-256 of the key in hexadecimal digits: the key itself stays in the program that shows it. */
  keyHash: z.hex().length(64),
  expiresAt: z.iso.datetime()
})
type CreateInput = z.output<typeof createInput>

/** Stores a new key and gives its number. */
export const createKeyCommand: Command<CreateInput, number> = {
  name: 'create-provider-key',
  input: createInput,
  async run(db, { company: asked, keyHash, expiresAt, ...key }) {
    const company = await chooseCompany(db, asked)
    return insertKey(db, { ...key, company, hash: Buffer.from(keyHash, 'hex'), expiresAt: new Date(expiresAt) })
  },
  eventOf: (_input, key) => ({ event: 'key-created', key })
}

interface ListedKey {
  readonly id: number
  readonly company: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

const text = (date: Date | null) => date?.toISOString() ?? null

export const listKeysCommand: Command<unknown, ListedKey[]> = {
  name: 'list-provider-keys',
  input: z.unknown(),
  run: async (db) =>
    (await listKeys(db)).map(({ id, company, name, ...row }) => ({
      id,
      company,
      name,
      scopes: row.scopes,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      lastUsedAt: text(row.last_used_at),
      revokedAt: text(row.revoked_at)
    }))
}

const revokeInput = z.object({ id: z.int32() })

export const revokeKeyCommand: Command<z.output<typeof revokeInput>, null> = {
  name: 'revoke-provider-key',
  input: revokeInput,
  async run(db, { id }) {
    if (!(await revokeKey(db, id))) throw new OperatorError(`There is no key ${id}.`)
    return null
  },
  eventOf: ({ id: key }) => ({ event: 'key-revoked', key })
}

import { z } from 'zod'
import {
  createPasskey,
  deletePasskey,
  getPasskeyLoginOptions,
  getPasskeyOptions,
  listPasskeys,
  renamePasskey
} from './passkey.ts'
import { defineEndpoint, noInput, time } from './schema.ts'

const entry = z.strictObject({
  passkeyId: z.string(),
  name: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time)
})
const options = z.looseObject({ challenge: z.string() })
const passkeyId = z.string().check(z.maxLength(100))
const endOtherSessions = z.optional(z.literal(true))

export const getPasskeyLoginOptionsSchema = defineEndpoint(
  getPasskeyLoginOptions,
  'What a login by passkey begins with',
  options,
  noInput
)
export const listPasskeysSchema = defineEndpoint(listPasskeys, 'The passkeys of the caller', z.array(entry))
export const getPasskeyOptionsSchema = defineEndpoint(
  getPasskeyOptions,
  'What making a passkey begins with',
  options,
  noInput
)
export const createPasskeySchema = defineEndpoint(createPasskey, 'Keeps a passkey that the browser has made', entry, {
  body: z.strictObject({
    data: z.strictObject({ response: z.looseObject({ id: z.string().check(z.maxLength(1400)) }), endOtherSessions })
  })
})
export const renamePasskeySchema = defineEndpoint(renamePasskey, 'Renames a passkey of the caller', z.null(), {
  body: z.strictObject({ data: z.strictObject({ passkeyId, name: z.string().check(z.maxLength(100)) }) })
})
export const deletePasskeySchema = defineEndpoint(deletePasskey, 'Removes a passkey of the caller', z.null(), {
  body: z.strictObject({ data: z.strictObject({ passkeyId, endOtherSessions }) })
})

import { z } from 'zod'
import { type Endpoint, getCall, ofFeature, sendCall } from './endpoint.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, noInput, timeSchema } from './schema.ts'

/** A passkey of the person: a key that a device keeps and that logs in without a password. */
export interface PasskeyEntry {
  passkeyId: string
  /** The person's name for it; initially the browser and system that made it, or empty. */
  name: string
  /** ISO 8601 with an offset. */
  createdAt: string
  /** ISO 8601 with an offset; null if it has not logged in yet. */
  lastUsedAt: string | null
}

/**
 * PublicKeyCredentialCreationOptionsJSON and PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3, which the
 * browser takes unchanged.
 */
export interface PasskeyOptions {
  /** Base64url; valid once and for five minutes. */
  challenge: string
  [member: string]: unknown
}

/** The browser's answer, as PublicKeyCredential.toJSON() writes it. */
export interface PasskeyResponse {
  id: string
  [member: string]: unknown
}

/**
 * Call: the options for a login by passkey. They are the same for everybody, since the device knows the owners of its
 * keys. The browser's answer goes to getToken as `passkey`.
 */
export const getPasskeyLoginOptions: Endpoint<undefined, { data: Record<string, never> }, PasskeyOptions> = {
  method: 'POST',
  path: '/passkeys/loginoptions',
  access: 'public',
  body: 'json',
  feature: 'passkeys'
}

/** The newest comes first. */
export const listPasskeys = ofFeature('passkeys', getCall<undefined, PasskeyEntry[]>('/passkeys', everyRight))

/** Call: the options for `navigator.credentials.create` in the browser. */
export const getPasskeyOptions = ofFeature(
  'passkeys',
  sendCall<Record<string, never>, PasskeyOptions>('POST', '/passkeys/options', everyRight)
)

/** Part of a call that changes the passkeys; clients send it only on request, since a backend may not know it. */
export interface EndsOthers {
  /** Whether the call also ends the person's other sessions. */
  endOtherSessions?: true
}

/** Our server also mails the person about it. */
export const createPasskey = ofFeature(
  'passkeys',
  sendCall<{ response: PasskeyResponse } & EndsOthers, PasskeyEntry>('POST', '/passkeys', everyRight)
)

/** The answer is the same for a missing passkey and for one of another person. */
export const renamePasskey = ofFeature(
  'passkeys',
  sendCall<{ passkeyId: string; name: string }, null>('PUT', '/passkeys', everyRight)
)

/** The answer is the same for a missing passkey and for one of another person. */
export const deletePasskey = ofFeature(
  'passkeys',
  sendCall<{ passkeyId: string } & EndsOthers, null>('POST', '/passkeys/delete', everyRight)
)

const entry = () =>
  z.strictObject({
    passkeyId: z.string().describe('Id of the passkey'),
    name: z.string().describe('The person’s name for it'),
    createdAt: timeSchema.describe('When it was made'),
    lastUsedAt: z.nullable(timeSchema).describe('Last login with it; null: none yet')
  })
const options = () =>
  z.looseObject({ challenge: z.string().describe('Base64url; the other members are those of WebAuthn Level 3') })
const passkeyId = () => z.string().check(z.maxLength(100)).describe('`passkeyId` of the list')
const endOtherSessions = () => z.optional(z.literal(true)).describe('Ends the person’s other sessions as well')

export const getPasskeyLoginOptionsSchema = /*#__PURE__*/ defineEndpoint(
  getPasskeyLoginOptions,
  'What a login by passkey begins with',
  () => ({ data: options(), ...noInput })
)
export const listPasskeysSchema = /*#__PURE__*/ defineEndpoint(listPasskeys, 'The passkeys of the caller', () => ({
  data: z.array(entry())
}))
export const getPasskeyOptionsSchema = /*#__PURE__*/ defineEndpoint(
  getPasskeyOptions,
  'What making a passkey begins with',
  () => ({
    data: options(),
    ...noInput
  })
)
export const createPasskeySchema = /*#__PURE__*/ defineEndpoint(
  createPasskey,
  'Keeps a passkey that the browser has made',
  () => ({
    data: entry(),
    body: z.strictObject({
      data: z.strictObject({
        response: z
          .looseObject({ id: z.string().check(z.maxLength(1400)).describe('Id of the credential') })
          .describe('The browser’s answer, as PublicKeyCredential.toJSON() writes it'),
        endOtherSessions: endOtherSessions()
      })
    })
  })
)
export const renamePasskeySchema = /*#__PURE__*/ defineEndpoint(
  renamePasskey,
  'Renames a passkey of the caller',
  () => ({
    data: z.null(),
    body: z.strictObject({
      data: z.strictObject({
        passkeyId: passkeyId(),
        name: z.string().check(z.maxLength(100)).describe('The new name')
      })
    })
  })
)
export const deletePasskeySchema = /*#__PURE__*/ defineEndpoint(
  deletePasskey,
  'Removes a passkey of the caller',
  () => ({
    data: z.null(),
    body: z.strictObject({ data: z.strictObject({ passkeyId: passkeyId(), endOtherSessions: endOtherSessions() }) })
  })
)

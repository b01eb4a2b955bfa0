import { type Endpoint, get, ofFeature, send } from './endpoint.ts'
import { everyRight } from './rights.ts'

/** A passkey of the person: a key that a device keeps and that logs in without a password. */
export interface PasskeyEntry {
  passkeyId: string
  /** The person's name for it; at first the browser and system with which it was made, or empty. */
  name: string
  /** ISO 8601 with an offset. */
  createdAt: string
  /** ISO 8601 with an offset; null: it has not logged in yet. */
  lastUsedAt: string | null
}

/**
 * PublicKeyCredentialCreationOptionsJSON and PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3: the browser
 * takes it as it is.
 */
export interface PasskeyOptions {
  /** Base64url; good once and for five minutes. */
  challenge: string
  [member: string]: unknown
}

/** The browser's answer, as PublicKeyCredential.toJSON() writes it. */
export interface PasskeyResponse {
  id: string
  [member: string]: unknown
}

/**
 * Call: the options with which a login by passkey begins: the same for everybody, since the device knows the owners of
 * its keys. The browser's answer goes to getToken as `passkey`.
 */
export const getPasskeyLoginOptions: Endpoint<undefined, { data: Record<string, never> }, PasskeyOptions> = {
  method: 'POST',
  path: '/passkeys/loginoptions',
  access: 'public',
  body: 'json',
  feature: 'passkeys'
}

/** The passkeys of the caller, the newest first. */
export const listPasskeys = ofFeature('passkeys', get<undefined, PasskeyEntry[]>('/passkeys', everyRight))

/** Call: the options with which making a passkey begins. */
export const getPasskeyOptions = ofFeature(
  'passkeys',
  send<Record<string, never>, PasskeyOptions>('POST', '/passkeys/options', everyRight)
)

/** Part of a call that changes the passkeys; a backend that does not know it is never sent it unasked. */
export interface EndsOthers {
  /** Whether the person's other sessions end, in the same step. */
  endOtherSessions?: true
}

/** Keeps the passkey that the browser has made, and mails the person that there is one more. */
export const createPasskey = ofFeature(
  'passkeys',
  send<{ response: PasskeyResponse } & EndsOthers, PasskeyEntry>('POST', '/passkeys', everyRight)
)

/** Renames a passkey of the caller. A passkey that is gone or that is somebody else's gets the same answer. */
export const renamePasskey = ofFeature(
  'passkeys',
  send<{ passkeyId: string; name: string }, null>('PUT', '/passkeys', everyRight)
)

/** Removes a passkey of the caller. A passkey that is gone or that is somebody else's gets the same answer. */
export const deletePasskey = ofFeature(
  'passkeys',
  send<{ passkeyId: string } & EndsOthers, null>('POST', '/passkeys/delete', everyRight)
)

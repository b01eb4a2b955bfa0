import { hash } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { PasskeyOptions, PasskeyResponse } from '@customer-center/contract/passkey'
import type { RelyingParty } from '../../platform/config/public-url.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { FoundPasskey, NewPasskey } from './passkey.repository.ts'

/** Loads the library when it is first needed: it takes half a second and 20 MB, and many servers never need it. */
const library = () => import('@simplewebauthn/server')

const bytesOf = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url'))
const timeout = 5 * 60_000

type PasskeyOwner = Pick<Caller, 'providerId' | 'contactId' | 'emailAddress'> & { readonly providerName: string }

/** Returns the options with which a browser makes a passkey that identifies its owner without a user name. */
export async function creationOptions(
  { id }: RelyingParty,
  { providerId, contactId, emailAddress, providerName }: PasskeyOwner,
  challenge: string,
  known: { id: string; transports: string[] }[]
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: providerName,
    rpID: id,
    userName: emailAddress,
    // The handle is the same for all passkeys of a person. It reveals no numbers of the person, since devices give it
    // to every page of the origin.
    userID: Uint8Array.from(hash('sha256', `passkey ${providerId} ${contactId}`, 'buffer')),
    challenge: bytesOf(challenge),
    timeout,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
  })
  return { ...options }
}

/** Returns the options with which a browser logs in with whichever passkey the person picks. */
export async function loginOptions({ id }: RelyingParty, challenge: string): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: bytesOf(challenge),
    timeout,
    userVerification: 'required'
  })
  return { ...options }
}

/**
 * Returns the challenge that a device claims to have answered, or undefined for an answer that no browser sends. Only
 * the signature proves the claim.
 */
export function challengeOf({ response }: PasskeyResponse): string | undefined {
  const encoded: unknown = (response as { clientDataJSON?: unknown } | undefined)?.clientDataJSON
  if (typeof encoded !== 'string') return undefined
  try {
    const { challenge } = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * Checks the answer with which a browser has made a passkey.
 * @throws Refusal `passkeyInvalid`
 */
export async function verifyCreation(
  { id, origin }: RelyingParty,
  response: PasskeyResponse,
  challenge: string
): Promise<Omit<NewPasskey, 'name'>> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true
  }).catch(() => undefined)
  if (!verified?.registrationInfo) throw new Refusal('passkeyInvalid')
  const { id: credentialId, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return { credentialId, publicKey, counter, transports: transports.filter(isTransport).slice(0, 10) }
}

/**
 * Checks a device's answer at a login.
 * @returns the passkey's new counter; undefined if the answer is invalid
 */
export async function verifyLogin(
  { id, origin }: RelyingParty,
  response: PasskeyResponse,
  { credentialId, publicKey, counter }: FoundPasskey,
  challenge: string
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
    requireUserVerification: true
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

const isTransport = (value: unknown): value is string => typeof value === 'string' && /^[a-z-]{1,20}$/.test(value)

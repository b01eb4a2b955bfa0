import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyOptions } from '@customer-center/contract/passkey'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])

/** Differences from the answer of a real device. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  /** Answers without the person's finger, face or PIN. */
  readonly unverified?: boolean
  readonly counter?: number
  readonly challenge?: string
}

/** Makes a device with one passkey (ES256), which answers as a browser on a page of `origin` does. */
export function authenticator(origin: string, rpId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge }: PasskeyOptions, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin: deviation.origin ?? origin })
    )

  const authenticatorData = (flags: number, deviation: Deviation, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(deviation.counter ?? (counter += 1))
    const checked = deviation.unverified ? flags & ~4 : flags
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([checked]), count, attested])
  }

  /** Encodes the public key in the form of COSE. */
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
    return Buffer.concat([head, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')])
  }
  const credential = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response
  })

  return {
    /** Answers `navigator.credentials.create()`. */
    create(options: PasskeyOptions, deviation: Deviation = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey()])
      const authData = authenticatorData(0x45, deviation, attested)
      // The bytes are {fmt: "none", attStmt: {}, authData: …} in CBOR.
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')
      const attestationObject = Buffer.concat([head, uint16(authData.length), authData])
      return credential({
        clientDataJSON: clientData('webauthn.create', options, deviation).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal']
      })
    },
    /** Answers `navigator.credentials.get()`, as getToken takes it. */
    get(options: PasskeyOptions, deviation: Deviation = {}): string {
      const data = clientData('webauthn.get', options, deviation)
      const authData = authenticatorData(0x05, deviation)
      const answer = credential({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url')
      })
      return JSON.stringify(answer)
    }
  }
}

import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import { Verbatim } from '../../platform/typesetting/verbatim.ts'
import { newNumber, shownNumber } from './number.ts'
import { type IssuedKind, payloadOf, type Printed } from './payload.ts'
import { qrCode } from './qr-code.ts'
import { openSigningKey } from './signing-key.ts'
import { type SigningKey, signToken } from './token.ts'

/** What lets a reader check a letter. */
export interface Proof {
  /** As people read it out and type it in: XXXX-XXXX-XXXX. */
  readonly number: string
  /** Where to type it in, without protocol: center.example/verify. */
  readonly place: string
  /** The QR code as SVG. */
  readonly code: Verbatim
  /** The signed payload; the PDF carries it among its keywords, so that a changed file is still recognised. */
  readonly token: Verbatim
}

/** A letter that is set and signed, but counts for nothing before it is registered. */
export interface Draft {
  readonly number: string
  readonly kind: IssuedKind
  readonly keyId: string
  readonly printed: Printed
  readonly sha256: string
  readonly pdf: Uint8Array
}

export interface Issuer {
  /**
   * Sets a confirmation or hour record with a number and a signature of its own. Outside of any transaction, since it takes
   * milliseconds to seconds; then hand the draft to `registerLetter` in the transaction that stores the result.
   * @param number from `newNumber`, for a letter that may have to be set again; default: a new one
   * @throws Error in English when the letter cannot be set
   */
  set<Kind extends IssuedKind>(kind: Kind, printed: Printed<Kind>, number?: string): Promise<Draft>
}

/** Where people check letters, from PUBLIC_URL. */
function verifyAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return `${(publicUrl || `http://localhost:${port}`).replace(/\/+$/, '')}/verify`
}

function proofOf(key: SigningKey, address: string, kind: IssuedKind, printed: Printed, plain: string): Proof {
  const token = signToken(key, payloadOf(kind, plain, printed))
  return {
    number: shownNumber(plain),
    place: address.replace(/^https?:\/\//, ''),
    // After the #: a browser never sends that part, so no log on the way sees who attended what.
    code: new Verbatim(qrCode(`${address}#${token}`)),
    token: new Verbatim(token)
  }
}

/**
 * Gets the signing key ready.
 * @throws SigningKeyError
 */
export async function openIssuer(
  config: Pick<Config, 'signingKey' | 'dataFolder' | 'publicUrl' | 'port'>,
  db: Kysely<Tables>,
  typesetter: Pick<Typesetter, 'render' | 'plainText'>
): Promise<Issuer> {
  const key = await openSigningKey(config, db)
  const address = verifyAddress(config)
  return {
    async set(kind, raw, number = newNumber()) {
      // Before it is signed and stored, so that page, code and paper read the same.
      const printed = await typesetter.plainText(raw)
      const proof = proofOf(key, address, kind, printed, number)
      const pdf = await typesetter.render<object>(kind, { ...printed, proof })
      const sha256 = createHash('sha256').update(pdf).digest('hex')
      return { number, kind, keyId: key.id, printed, sha256, pdf }
    }
  }
}

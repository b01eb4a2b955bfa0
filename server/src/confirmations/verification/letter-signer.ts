import { hash } from 'node:crypto'
import type { Letterhead } from '../../company/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicBase } from '../../platform/config/public-url.ts'
import { type ShopKey, siteFor } from '../../platform/config/shops.ts'
import type { Db } from '../../platform/database/query.ts'
import { Verbatim } from '../../platform/typesetting/plain-text.ts'
import { qrCode } from '../../platform/typesetting/qr-code.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import { type ContactLetter, definitionOf, type Letter } from '../letter/letter-content.ts'
import { letterheadFiles } from '../letter/letter-typesetter.ts'
import { type SigningKey, signJws } from './jws.ts'
import { formatSerialNumber, newSerialNumber } from './serial-number.ts'
import { watchSigningKey } from './signing-key.ts'

/** The data by which a reader checks a letter. */
interface Proof {
  /** The number as people read and type it: XXXX-XXXX-XXXX. */
  readonly number: string
  /** The address where people enter the number, without protocol: center.example/verify. */
  readonly place: string
  /** The QR code as SVG. It contains only the number, so that its modules are large enough to survive photocopies. */
  readonly code: Verbatim
  /** The signed payload; the PDF carries it among its keywords, so that a changed file is still recognised. */
  readonly token: Verbatim
  /** A QR code with the signed payload, as SVG that is attached to the PDF. It can be checked without the server. */
  readonly offlineCode: Verbatim
}

/** A letter that is rendered and signed, but valid only once it is registered (`registerLetter`). */
export type SignedLetter = Letter & {
  readonly serialNumber: string
  readonly keyId: string
  readonly sha256: string
  readonly pdf: Uint8Array
}

export type SignedContactLetter = Omit<ContactLetter, 'letter'> & { readonly letter: SignedLetter }

/** A file and its letters, which become valid together when they are registered. */
export interface SignedFile {
  readonly file: Uint8Array
  readonly letters: readonly SignedContactLetter[]
}

export interface LetterSigner {
  /**
   * Renders a letter with its serial number and a signed payload. Call it outside any transaction, since it takes
   * milliseconds to seconds.
   * @param letterhead of the company that confirms
   * @param serialNumber for a letter that may have to be made again; default: a new one
   * @throws Error in English when the letter cannot be rendered
   */
  sign(letter: Letter, letterhead: Letterhead, serialNumber?: string): Promise<SignedLetter>
  /**
   * Renders participation confirmations as one document, each with a new serial number; all have the document's hash.
   */
  signAsOne(letters: readonly ContactLetter[], letterhead: Letterhead): Promise<SignedFile>
}

function verificationUrl(config: Pick<Config, 'publicUrl' | 'port'>): string {
  return `${publicBase(config) || `http://localhost:${config.port}`}/verify`
}

function proofOf(key: SigningKey, url: string, letter: Letter, serialNumber: string): Proof {
  const token = signJws(key, payloadOf(letter, serialNumber))
  return {
    number: formatSerialNumber(serialNumber),
    place: url.replace(/^https?:\/\//, ''),
    // The number is in the fragment, which browsers never send, so no log on the way contains the key to a letter.
    code: new Verbatim(qrCode(`${url}#${serialNumber}`, 'quartile')),
    token: new Verbatim(token),
    offlineCode: new Verbatim(qrCode(`${url}#${token}`, 'medium'))
  }
}

/**
 * Loads the signing key.
 * @throws SigningKeyError
 */
export async function openLetterSigner(
  config: Pick<Config, 'signingKey' | 'dataFolder' | 'publicUrl' | 'port'>,
  db: Db,
  typesetter: Pick<Typesetter, 'render' | 'plainText'>
): Promise<LetterSigner> {
  const currentKey = await watchSigningKey(config, db)
  const url = verificationUrl(config)
  const draftOf = async (raw: Letter, serialNumber: string, key: SigningKey) => {
    // The text is reduced to plain text before it is signed and stored, so that page, code and paper agree.
    const letter = await typesetter.plainText(raw)
    return { letter, serialNumber, data: { ...letter.content, proof: proofOf(key, url, letter, serialNumber) } }
  }
  const render = async (kind: Letter['kind'], data: object, letterhead: Letterhead, size: 'small' | 'large') => {
    const files = await letterheadFiles(typesetter, letterhead)
    const pdf = await typesetter.render<object>(kind, data, { size, files })
    return { sha256: hash('sha256', pdf), pdf }
  }
  return {
    async sign(raw, letterhead, serialNumber = newSerialNumber()) {
      const key = await currentKey()
      const { letter, data } = await draftOf(raw, serialNumber, key)
      return { ...letter, serialNumber, keyId: key.id, ...(await render(letter.kind, data, letterhead, 'small')) }
    },
    async signAsOne(raw, letterhead) {
      const key = await currentKey()
      const drafts = await Promise.all(
        raw.map(async ({ letter, ...contact }) => ({ contact, ...(await draftOf(letter, newSerialNumber(), key)) }))
      )
      const rendered = await render('participation', { letters: drafts.map(({ data }) => data) }, letterhead, 'large')
      const letters = drafts.map(({ contact, letter, serialNumber }) => ({
        ...contact,
        letter: { ...letter, serialNumber, keyId: key.id, ...rendered }
      }))
      return { file: rendered.pdf, letters }
    }
  }
}

/** Signers of each worker by the address that letters name, which differs between shops. */
const signers = new WeakMap<object, Map<string, Promise<LetterSigner>>>()

/** Returns the signer of a shop's letters; opens it once for each address. */
export async function signerOf(
  context: {
    readonly config: Config
    readonly db: Db
    readonly typesetter: Pick<Typesetter, 'render' | 'plainText'>
  },
  shopKey: ShopKey
): Promise<LetterSigner> {
  const config = siteFor(context.config, shopKey)
  const opened = signers.get(context) ?? new Map<string, Promise<LetterSigner>>()
  signers.set(context, opened)
  const signer = opened.get(config.publicUrl) ?? openLetterSigner(config, context.db, context.typesetter)
  opened.set(config.publicUrl, signer)
  try {
    return await signer
  } catch (error) {
    opened.delete(config.publicUrl)
    throw error
  }
}

// Limit for names: together with the address they make an attached QR code of 93 modules at most, which a camera still
// reads from a screen.
const maxNameBytes = 96
const maxCaptionBytes = 128

const clusters = new Intl.Segmenter('de-AT', { granularity: 'grapheme' })

/** Cuts a text to a number of bytes, which limit the size of a code, without cutting through a character. */
function truncate(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let short = ''
  for (const { segment } of clusters.segment(text)) {
    if (Buffer.byteLength(short + segment) > maxBytes - 3) break
    short += segment
  }
  return `${short}…`
}

/**
 * Returns the signed payload. Its names have one letter to keep the code small; docs/VERIFICATION.md explains them.
 * Long names and captions are cut and end in …; the letter and the registry have them in full.
 */
export function payloadOf(letter: Letter, serialNumber: string): object {
  const { kind, content } = letter
  const { participant, date, from, until } = content
  const common = { n: serialNumber, k: kind, d: date, p: truncate(participant, maxNameBytes) }
  const period = { ...(from !== undefined && { f: from }), ...(until !== undefined && { t: until }) }
  return { ...common, ...period, ...definitionOf(letter).payload(content, (text) => truncate(text, maxCaptionBytes)) }
}

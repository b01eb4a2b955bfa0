import { hash } from 'node:crypto'
import type { IsoDate } from '@customer-center/contract/dates'
import { findLetterhead, type Letterhead } from '../../company/index.ts'
import { type Place, siteFor } from '../../platform/config/shops.ts'
import type { Db } from '../../platform/database/query.ts'
import type { ContactLetter, Letter } from '../letter/letter-content.ts'
import { signerOf } from '../verification/letter-signer.ts'
import { defineDocument, type DocumentDefinition, type DocumentKind, type MakingContext } from './define-document.ts'
import type { Actor } from '../../platform/http/caller.ts'

interface LetterDefinition<Request extends object> extends Pick<
  DocumentDefinition<Request>,
  'name' | 'screen' | 'parse' | 'authorize'
> {
  /** Reads the letter's content. @throws Refusal as `authorize` */
  readonly read: (db: Db, actor: Actor, request: Request, date: IsoDate) => Promise<ContactLetter>
}

/**
 * Hashes a letter, equally for letters of the same content and look, the day of issue included; the serial number is
 * left out.
 */
function contentHashOf(
  { config, typesetter }: Pick<MakingContext, 'config' | 'typesetter'>,
  place: Place,
  { kind, content }: Letter,
  letterhead: Letterhead
): string {
  const parts = [kind, content, letterhead, siteFor(config, place).publicUrl, typesetter.templatesVersion()]
  return hash('sha256', JSON.stringify(parts))
}

/** Defines a document that is one letter. */
export function defineLetter<Request extends object>({ read, ...definition }: LetterDefinition<Request>): DocumentKind {
  return defineDocument<Request>({
    ...definition,
    size: 'small',
    cost: () => 1,
    async make(context, request, { actor, date, serialNumber }) {
      const { db } = context
      const letterhead = await findLetterhead(db, actor.provider)
      const { letter, ...contact } = await read(db, actor, request, date)
      // The hash is taken before rendering: a template that changes meanwhile makes the hash an old one, and no letter
      // is taken for a new one.
      const contentHash = contentHashOf(context, actor, letter, letterhead)
      const signed = await (await signerOf(context, actor)).sign(letter, letterhead, serialNumber)
      return { file: signed.pdf, letters: [{ ...contact, letter: signed }], contentHash }
    },
    async contentHash(context, request, { actor, date }) {
      const { letter } = await read(context.db, actor, request, date)
      return contentHashOf(context, actor, letter, await findLetterhead(context.db, actor.provider))
    }
  })
}

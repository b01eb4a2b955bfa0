import { hash } from 'node:crypto'
import type { IsoDate } from '@customer-center/contract/dates'
import { mayOpen, type RouteName, type RouteRightsOverride } from '@customer-center/contract/routes'
import type { functionNames } from '@customer-center/contract/server-function'
import { findLetterhead, type Letterhead } from '../../company/index.ts'
import type { JobContext } from '../../feature/services.ts'
import { type ShopKey, siteFor } from '../../platform/config/shops.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { UnprintableName } from '../../platform/typesetting/plain-text.ts'
import type { ContactLetter, Letter } from '../letter/letter-content.ts'
import type { ReadingContext } from '../letter/participation.repository.ts'
import { type SignedContactLetter, signerOf } from '../verification/letter-signer.ts'

export type FunctionName = (typeof functionNames)[number]

type MakingContext = Pick<JobContext, 'config' | 'db' | 'typesetter' | 'personalData' | 'log'>

interface Making {
  readonly actor: Actor
  /** The day of the request. */
  readonly date: IsoDate
  /** The serial number of a single letter, which stays the same if the job has to make it again. */
  readonly serialNumber?: string
  /** Aborts the work between two parts. */
  readonly signal?: AbortSignal
}

interface MadeDocument {
  readonly file: Uint8Array
  /** The letters in the document, which become valid together when they are registered. */
  readonly letters?: readonly SignedContactLetter[]
  /** The hash of a single letter's content. */
  readonly contentHash?: string
}

export interface DocumentDefinition<Request extends object> {
  readonly name: FunctionName
  /**
   * The screen that offers the document: only actors who may open it get the document. Null if everybody may have it.
   */
  readonly screen: RouteName | null
  /**
   * Size of the document. Large documents take seconds and have a separate queue, so that a letter, which takes a
   * twentieth of a second, does not wait for them.
   */
  readonly size: 'small' | 'large'
  /** The cost of a request in letters, for the daily limits. */
  readonly cost: (request: Request) => number
  /**
   * Parses a parameter string into equal objects for equal requests. Does not check whether the actor may use its ids.
   * @throws Refusal `badValue`, or the refusal of a request that asks for too much
   */
  readonly parse: (parameter: string) => Request
  /**
   * Checks that the actor may have the document: when it is started, when it is made, and at each fetch. Does not read
   * the document's content.
   * @param isMade whether the document is already made and is fetched
   * @throws Refusal that the document is not available, equal for rows of others and for missing rows
   */
  readonly authorize?: (db: Db, actor: Actor, request: Request, isMade: boolean) => Promise<unknown>
  /** @throws Refusal; Error in English when it cannot be rendered */
  readonly make: (context: MakingContext, request: Request, making: Making) => Promise<MadeDocument>
  /** Hashes the content that a single letter would have if it were made now. */
  readonly contentHash?: (
    context: Pick<MakingContext, 'config' | 'db' | 'typesetter'>,
    request: Request,
    making: Pick<Making, 'actor' | 'date'>
  ) => Promise<string>
  /** Whether the document needs the provider's letterhead; default: yes. */
  readonly hasLetterhead?: (request: Request) => boolean
  /**
   * Marks a document that belongs to the login that requested it, which has to be fresh: a stranger who finds an open
   * session must not get the owner's data.
   */
  readonly ofLogin?: { readonly tooOld: 'loginTooOldForCopy'; readonly event: 'data-copy-asked' }
}

export interface DocumentRequest extends Pick<DocumentDefinition<object>, 'name' | 'size' | 'ofLogin'> {
  /** The content of the request; equal for equal requests. */
  readonly content: object
  readonly cost: number
  readonly hasLetterhead: boolean
  /** @throws Refusal `noRight`, and those of the kind's `authorize` */
  readonly authorize: (db: Db, actor: Actor, routeRights: RouteRightsOverride, isMade?: boolean) => Promise<void>
  readonly make: (context: MakingContext, making: Making) => Promise<MadeDocument>
  readonly contentHash?: (
    context: Pick<MakingContext, 'config' | 'db' | 'typesetter'>,
    making: Pick<Making, 'actor' | 'date'>
  ) => Promise<string>
}

/** A kind of document, for code that does not know the type of its requests. */
export interface DocumentKind {
  readonly name: FunctionName
  readonly parse: (parameter: string) => DocumentRequest
}

/** Defines a kind of document with all that starting, making and fetching it needs. `document-job.job.ts` lists it. */
export function defineDocument<Request extends object>(definition: DocumentDefinition<Request>): DocumentKind {
  const { name, screen, size, ofLogin, contentHash } = definition
  return {
    name,
    parse(parameter) {
      const request = definition.parse(parameter)
      return {
        name,
        size,
        content: { name, ...request },
        cost: definition.cost(request),
        hasLetterhead: definition.hasLetterhead?.(request) ?? true,
        ...(ofLogin && { ofLogin }),
        async authorize(db, actor, routeRights, isMade = false) {
          // A contact that has lost its right, or has left the job's customer, has the right `none` here.
          const mayHave = screen === null ? actor.right !== 'none' : mayOpen(screen, actor.right, routeRights)
          if (!mayHave) throw new Refusal('noRight')
          await definition.authorize?.(db, actor, request, isMade)
        },
        async make(context, making) {
          try {
            return await definition.make(context, request, making)
          } catch (error) {
            if (!(error instanceof UnprintableName)) throw error
            context.log.warn({ document: name, reason: error.message }, 'a document cannot be printed')
            throw new Refusal('unprintableName', { sign: error.sign })
          }
        },
        ...(contentHash && { contentHash: (context, making) => contentHash(context, request, making) })
      }
    }
  }
}

/** Hashes content and appearance of a letter, including the day of issue but not the serial number. */
function contentHashOf(
  { config, typesetter }: Pick<MakingContext, 'config' | 'typesetter'>,
  shopKey: ShopKey,
  { kind, content }: Letter,
  letterhead: Letterhead
): string {
  const parts = [kind, content, letterhead, siteFor(config, shopKey).publicUrl, typesetter.templatesVersion()]
  return hash('sha256', JSON.stringify(parts))
}

type LetterMaking<Request extends object> = Required<
  Pick<DocumentDefinition<Request>, 'size' | 'cost' | 'make' | 'contentHash'>
>

/**
 * Returns the part of a document's definition that signs and registers a single letter.
 * @param read reads the letter's content; throws Refusal as `authorize`
 */
export function signedLetter<Request extends object>(
  read: (context: ReadingContext, actor: Actor, request: Request, date: IsoDate) => Promise<ContactLetter>
): LetterMaking<Request> {
  return {
    size: 'small',
    cost: () => 1,
    async make(context, request, { actor, date, serialNumber }) {
      const { db } = context
      const letterhead = await findLetterhead(db, actor.providerId)
      const { letter, ...contact } = await read(context, actor, request, date)
      // The hash is computed before rendering: if a template changes meanwhile, the letter has the hash of the former
      // template, and cannot pass for a letter by the new one.
      const contentHash = contentHashOf(context, actor, letter, letterhead)
      const signed = await (await signerOf(context, actor)).sign(letter, letterhead, serialNumber)
      return { file: signed.pdf, letters: [{ ...contact, letter: signed }], contentHash }
    },
    async contentHash(context, request, { actor, date }) {
      const { letter } = await read(context, actor, request, date)
      return contentHashOf(context, actor, letter, await findLetterhead(context.db, actor.providerId))
    }
  }
}

import type { IsoDate } from '@customer-center/contract/dates'
import { mayOpen, type Route, type RouteRightsOverride } from '@customer-center/contract/routes'
import type { functionNames } from '@customer-center/contract/server-function'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { JobContext } from '../../platform/services.ts'
import type { SignedContactLetter } from '../verification/letter-signer.ts'

/** The wire's name of the server function that makes a document. */
export type FunctionName = (typeof functionNames)[number]

/** What making a document may use. */
export type MakingContext = Pick<JobContext, 'config' | 'db' | 'typesetter' | 'personalData'>

/** One making of a document. */
interface Making {
  readonly actor: Actor
  /** The day of the request. */
  readonly date: IsoDate
  /** Of a single letter: the same each time that it has to be made again. */
  readonly serialNumber?: string
  /** Ends the work between two parts. */
  readonly signal?: AbortSignal
}

interface MadeDocument {
  readonly file: Uint8Array
  /** The letters in it: none is valid before all are registered. */
  readonly letters?: readonly SignedContactLetter[]
  /** Of a single letter: hash of what it says. */
  readonly contentHash?: string
}

/** A kind of document that customers start. */
export interface DocumentDefinition<Request extends object> {
  readonly name: FunctionName
  /** Whoever may not open the screen that starts it may not have it; null: everybody may. */
  readonly screen: Route | null
  /** Large ones take seconds, and have a queue of their own: a letter of a twentieth of a second waits for none of them. */
  readonly size: 'small' | 'large'
  /** In letters: what counts of it for the limits of a day. */
  readonly cost: (request: Request) => number
  /**
   * Parses a parameter string into the same object for equal requests. Its ids may still be anybody's.
   * @throws Refusal `badValue`, or that it asks for too much
   */
  readonly parse: (parameter: string) => Request
  /**
   * Whether the actor may have it, asked when it is started, when it is made, and at each fetch. It reads nothing that the document
   * says.
   * @throws Refusal that it is not available: the same for what is foreign and what does not exist
   */
  readonly authorize?: (db: Kysely<Tables>, actor: Actor, request: Request) => Promise<unknown>
  /** @throws Refusal; Error in English when it cannot be rendered */
  readonly make: (context: MakingContext, request: Request, making: Making) => Promise<MadeDocument>
  /** Of a single letter: hash of what it would say now. */
  readonly contentHash?: (
    context: Pick<MakingContext, 'config' | 'db' | 'typesetter'>,
    request: Request,
    making: Pick<Making, 'actor' | 'date'>
  ) => Promise<string>
  /** Whether it shows the provider's letterhead, without which it is not started; default: it does. */
  readonly hasLetterhead?: (request: Request) => boolean
  /**
   * It belongs to the login that asked for it, which has to be a fresh one: whoever finds an open session must not take along what is
   * known of its owner.
   */
  readonly ofLogin?: { readonly tooOld: 'loginTooOldForCopy'; readonly event: 'data-copy-asked' }
}

/** A document that somebody has asked for. */
export interface DocumentRequest extends Pick<DocumentDefinition<object>, 'name' | 'size' | 'ofLogin'> {
  /** Equal for equal requests. */
  readonly content: object
  readonly cost: number
  readonly hasLetterhead: boolean
  /** @throws Refusal `noRight`, and as the kind's `authorize` */
  readonly authorize: (db: Kysely<Tables>, actor: Actor, routeRights: RouteRightsOverride) => Promise<void>
  readonly make: (context: MakingContext, making: Making) => Promise<MadeDocument>
  readonly contentHash?: (
    context: Pick<MakingContext, 'config' | 'db' | 'typesetter'>,
    making: Pick<Making, 'actor' | 'date'>
  ) => Promise<string>
}

/** A kind of document, for those who need not know what it is asked for by. */
export interface DocumentKind {
  readonly name: FunctionName
  readonly parse: (parameter: string) => DocumentRequest
}

/** Defines a kind of document: all that starting, making and fetching it needs to know. `documents.ts` lists it. */
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
        async authorize(db, actor, routeRights) {
          if (screen !== null && !mayOpen(screen, actor.right, routeRights)) throw new Refusal('noRight')
          await definition.authorize?.(db, actor, request)
        },
        make: (context, making) => definition.make(context, request, making),
        ...(contentHash && { contentHash: (context, making) => contentHash(context, request, making) })
      }
    }
  }
}

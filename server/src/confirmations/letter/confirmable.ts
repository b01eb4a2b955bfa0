import type { Db } from '../../platform/database/query.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  type Confirmable,
  findConfirmable,
  findConfirmableDetails,
  type LetterQuery
} from './participation.repository.ts'

/** The participations of a request for letters. */
interface Confirmation<Request> {
  readonly queryOf: (request: Request) => LetterQuery
  /** The same for what is foreign, missing, not booked, not attended or not over, in whichever of the participations. */
  readonly refusal: 'confirmationNotAvailable' | 'timesheetNotAvailable'
  /** Tells whether all that the request repeats is that of the participation; default: it repeats nothing. */
  readonly agrees?: (request: Request, row: Confirmable) => boolean
}

/**
 * Defines who may have letters by what they confirm: `authorize` checks it, `read` returns the participations with all
 * that letters say about them.
 */
export function defineConfirmation<Request>({ queryOf, refusal, agrees = () => true }: Confirmation<Request>) {
  /** @throws Refusal */
  function checked<Row extends Confirmable>(request: Request, rows: readonly Row[] = []): readonly [Row, ...Row[]] {
    const [first, ...others] = rows
    if (!first || !agrees(request, first)) throw new Refusal(refusal)
    return [first, ...others]
  }
  return {
    authorize: async (db: Db, actor: Actor, request: Request, isMade: boolean) =>
      checked(request, await findConfirmable(db, actor, queryOf(request), isMade)),
    read: async (db: Db, actor: Actor, request: Request) =>
      checked(request, await findConfirmableDetails(db, actor, queryOf(request)))
  }
}

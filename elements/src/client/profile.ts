import { mayChangeParticipant, type RightName, rightName } from '@customer-center/contract/rights'
import { getCurrentShopUser, shopUserFields } from '@customer-center/contract/shop-user'
import { CallError, demandsNewPassword } from './call-error.ts'
import { type PrefetchedResponse, requestEndpoint, type RequestContext } from './request.ts'
import { readFields, type Reading, type RowOf } from './wire-format.ts'

const map = { noun: 'webshop-user', fields: shopUserFields } as const

/** Asks for the profile. */
export const asProfile = {
  as: { map, read: (format, data) => readFields(format, map, data) } as Reading<RowOf<typeof map>, typeof map>,
  fields: true
} as const

export interface Profile {
  readonly emailAddress: string
  readonly right: RightName
  readonly changeParticipantAllowed: boolean
}

/** Reads a profile. A missing or unknown right is none; a missing flag follows from the right. */
export function readProfile(user: RowOf<typeof map>): Profile {
  const right = rightName(user.webshopRights)
  return {
    emailAddress: user.emailAddress ?? '',
    right,
    changeParticipantAllowed: user.changeParticipantAllowed ?? mayChangeParticipant(right)
  }
}

/** The person behind a token, or behind the server's cookie. */
interface Identity {
  readonly profile: Profile
  /** The server's mark of the person; null if it gives none. */
  readonly person: string | null
  readonly reason?: undefined
  readonly error?: undefined
}

/**
 * The reason why nobody is named: the token is nobody's, the server demands a new password first, or it cannot be found
 * out.
 */
interface Unidentified {
  readonly profile?: undefined
  readonly person?: undefined
  readonly reason: 'refused' | 'password' | 'failed'
  readonly error: Error
}

export type Identification = Identity | Unidentified

/** Asks the server for the person of a token. */
export async function identifyPerson(
  context: RequestContext,
  prefetched: PrefetchedResponse | null = null
): Promise<Identification> {
  let person: string | null = null
  try {
    const options = { ...asProfile, onPerson: (mark: string | null) => void (person = mark), prefetched }
    const user = await requestEndpoint({ ...context, person: null }, getCurrentShopUser, options)
    return { profile: readProfile(user), person }
  } catch (thrown) {
    const error = thrown instanceof CallError ? thrown : new CallError('unreadable')
    return { reason: demandsNewPassword(error) ? 'password' : error.status === 401 ? 'refused' : 'failed', error }
  }
}

import type { FieldsQuery } from '@customer-center/contract/field-codes'
import { mayChangeParticipant, type RightName, rightName } from '@customer-center/contract/rights'
import { getCurrentWebshopUser, webshopUserFields } from '@customer-center/contract/webshop-user'
import { type FieldCodes, fromWire, resFields } from './fields.ts'

const map = { noun: 'webshop-user', fields: webshopUserFields } as const

/** The person who is logged in. */
export interface Profile {
  readonly emailAddress: string
  readonly right: RightName
  readonly changeParticipantAllowed: boolean
}

export const profileEndpoint = getCurrentWebshopUser

export function profileQuery(codes: FieldCodes): FieldsQuery {
  return { RES_FIELDS: resFields(map, codes) }
}

/** Reads a profile. A missing or unknown right is none; a missing flag follows from the right (section 6). */
export function readProfile(codes: FieldCodes, wire: unknown): Profile {
  const user = fromWire(map, codes, wire)
  const right = rightName(user.webshopRights)
  return {
    emailAddress: user.emailAddress ?? '',
    right,
    changeParticipantAllowed: user.changeParticipantAllowed ?? mayChangeParticipant(right)
  }
}

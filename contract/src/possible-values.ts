import { get } from './endpoint.ts'
import { everyRight } from './rights.ts'
import type { FieldsQuery } from './webshop-user.ts'

export interface PossibleValue {
  key: string
  value: string
}

/** What the drop-downs of compare fields 1–14 and custom fields 16 and 17 offer, by field code. */
export const getPossibleValues = get<FieldsQuery, Record<string, PossibleValue[]>>(
  '/webshop/getPossibleValues',
  everyRight
)

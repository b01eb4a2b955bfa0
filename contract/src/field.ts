import { get } from './endpoint.ts'
import { everyRight } from './rights.ts'

/** Which fields a form of this shop shows, and how (section 3). */
export interface FieldDescriptor {
  /** 0 hidden, 1 shown. */
  displayMode: number
  /** The field's code, e.g. `KND_PLZ`. */
  constName: string
  /** The label; null falls back to 'Bezeichnung'. */
  fieldDescription: string | null
  requiredField: boolean
  readOnly: boolean
}

export const listCustomerFields = get<undefined, FieldDescriptor[]>('/webshop/customerfields', everyRight)
export const listContactFields = get<undefined, FieldDescriptor[]>('/webshop/contactfields', everyRight)

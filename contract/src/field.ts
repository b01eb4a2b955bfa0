import { get } from './endpoint.ts'
import { flag, number, text } from './field-codes.ts'
import { everyRight } from './rights.ts'

/** A field that a form of this shop shows, with its appearance (section 3); hidden fields are not in the list. */
export interface FieldDescriptor {
  /** A number that the provider assigns, without a meaning on the wire. */
  displayMode: number
  /** The field's code, e.g. `KND_PLZ`. */
  constName: string
  /** The label; null falls back to 'Bezeichnung'. */
  fieldDescription: string | null
  requiredField: boolean
  readOnly: boolean
}

/** Its members, as fields of plain names. */
export const descriptorFields = {
  displayMode: number('displayMode'),
  constName: text('constName'),
  fieldDescription: text('fieldDescription'),
  requiredField: flag('requiredField'),
  readOnly: flag('readOnly')
} as const

export const listCustomerFields = get<undefined, FieldDescriptor[]>('/webshop/customerfields', everyRight)
export const listContactFields = get<undefined, FieldDescriptor[]>('/webshop/contactfields', everyRight)

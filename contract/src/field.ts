import { get } from './endpoint.ts'
import { always, type FieldValues, flag, number, text } from './field-codes.ts'
import { everyRight } from './rights.ts'

/** A field that a form of this shop shows, and how (section 3); a field that it hides is not in the list. */
export const descriptorFields = {
  /** A number of the provider's, without a meaning on the wire. */
  displayMode: always(number('displayMode')),
  /** The field's code, e.g. `KND_PLZ`. */
  constName: always(text('constName')),
  /** The label; null falls back to 'Bezeichnung'. */
  fieldDescription: text('fieldDescription'),
  requiredField: always(flag('requiredField')),
  readOnly: always(flag('readOnly'))
} as const

export type FieldDescriptor = FieldValues<typeof descriptorFields>

export const listCustomerFields = get<undefined, FieldDescriptor[]>('/webshop/customerfields', everyRight)
export const listContactFields = get<undefined, FieldDescriptor[]>('/webshop/contactfields', everyRight)

import { z } from 'zod'
import { contactFields } from './contact.ts'
import { customerFields } from './customer.ts'
import { get } from './endpoint.ts'
import { flag, number, text } from './field-codes.ts'
import { choice, described, notNull, required, refusesRow, own } from './import-field.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint } from './schema.ts'

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

const codes = () =>
  Object.values({ customer: customerFields, contact: contactFields }).flatMap((fields) =>
    Object.values(fields).map(({ code }) => code)
  )

/** A row of a provider, by member: a field of a form. */
export const fieldsImport = () => ({
  form: required(choice(null, ['customer', 'contact'])),
  field: required(choice(null, codes())),
  position: required(own('number'), 'Order within the form; a field without a row is not shown'),
  displayMode: notNull(own('number'), 'Passed on to the elements'),
  description: described(own('text', 200), 'The label, if not the usual one'),
  required: notNull(own('flag')),
  readOnly: refusesRow(notNull(own('flag')))
})

const descriptors = () =>
  z.array(
    z.strictObject({
      displayMode: z.int(),
      constName: z.string(),
      fieldDescription: z.nullable(z.string()),
      requiredField: z.boolean(),
      readOnly: z.boolean()
    })
  )

export const listCustomerFieldsSchema = /*#__PURE__*/ defineEndpoint(
  listCustomerFields,
  'Fields of the company form',
  () => ({
    data: descriptors()
  })
)
export const listContactFieldsSchema = /*#__PURE__*/ defineEndpoint(
  listContactFields,
  'Fields of the contact form',
  () => ({
    data: descriptors()
  })
)

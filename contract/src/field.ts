import { z } from 'zod'
import { contactFields } from './contact.ts'
import { customerFields } from './customer.ts'
import { getCall } from './endpoint.ts'
import { flagField, numberField, textField } from './field-codes.ts'
import { choiceField, describeField, notNull, requiredField, refusesRow, ownField } from './import-field.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, mayBeMissing, partOf } from './schema.ts'

/** A field that a form of this shop shows, with its appearance; hidden fields are not in the list. */
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
  /** A number that the provider assigns, without a meaning for the elements. */
  displayMode: numberField('displayMode'),
  /** Code of the field, such as `KND_PLZ`. */
  constName: textField('constName'),
  /** Label of the field; null or missing: Bezeichnung. */
  fieldDescription: textField('fieldDescription'),
  /** Whether the form demands a value. */
  requiredField: flagField('requiredField'),
  /** Whether the form shows the value without letting people change it. */
  readOnly: flagField('readOnly')
} as const

/** The fields of the form, in its order: one that is not in the list is not shown. */
export const listCustomerFields = getCall<undefined, FieldDescriptor[]>('/webshop/customerfields', everyRight)
/** The fields of the form, in its order: one that is not in the list is not shown. */
export const listContactFields = getCall<undefined, FieldDescriptor[]>('/webshop/contactfields', everyRight)

const codes = () =>
  Object.values({ customer: customerFields, contact: contactFields }).flatMap((fields) =>
    Object.values(fields).map(({ code }) => code)
  )

/** A row of a provider, by member: a field of a form. */
export const fieldsImport = () => ({
  form: requiredField(choiceField(null, ['customer', 'contact'])),
  field: requiredField(choiceField(null, codes())),
  position: requiredField(ownField('number'), 'Order within the form; a field without a row is not shown'),
  displayMode: notNull(ownField('number'), 'Passed on to the elements'),
  description: describeField(ownField('text', 200), 'The label, if not the usual one'),
  required: notNull(ownField('flag')),
  readOnly: refusesRow(notNull(ownField('flag')))
})

const descriptors = () =>
  z.array(
    partOf(
      descriptorFields,
      z.strictObject({
        displayMode: mayBeMissing(z.int()),
        constName: z.string(),
        fieldDescription: mayBeMissing(z.nullable(z.string())),
        requiredField: mayBeMissing(z.boolean()),
        readOnly: mayBeMissing(z.boolean())
      })
    )
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

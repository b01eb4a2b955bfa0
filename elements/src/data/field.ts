import { queryOptions } from '@tanstack/react-query'
import { allContactFields } from '@customer-center/contract/contact'
import { allCustomerFields } from '@customer-center/contract/customer'
import type { Endpoint } from '@customer-center/contract/endpoint'
import {
  descriptorFields,
  type FieldDescriptor,
  listContactFields,
  listCustomerFields
} from '@customer-center/contract/field'
import type { FieldTable, FieldValues } from '@customer-center/contract/field-codes'
import { codeOf, type FieldMap, fromWire } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { noteUnknown } from '../lib/note-unknown.ts'
import type { Text } from '../texts/texts.ts'
import { fieldName } from './row-fields.ts'

/** A field of a form, as the shop has configured it. */
export interface FormField<Name extends string> {
  readonly name: Name
  /** The label; null if the provider has not set one, for which the screen says 'Bezeichnung' (section 5). */
  readonly label: string | null
  readonly required: boolean
  readonly readOnly: boolean
}

/** Returns a field's label on the screen; a field that is not in the list has a common label. */
export function labelIn(fields: readonly FormField<string>[], name: string, text: Text): string {
  return fields.find((field) => field.name === name)?.label ?? text('field.label')
}

type FieldNames<Fields> = keyof Fields & string

/** Query: the fields of the company form, in the shop's order. */
export function customerFormFields(app: AppContext) {
  return formFields(app, listCustomerFields, { noun: 'customer', fields: allCustomerFields })
}

/** Query: the fields of the contact form, in the shop's order. */
export function contactFormFields(app: AppContext) {
  return formFields(app, listContactFields, { noun: 'contact', fields: allContactFields })
}

const descriptors: FieldMap<typeof descriptorFields> = { noun: 'field', fields: descriptorFields }

/** Matches fields by the constant name. Leaves out duplicate and unknown fields, and keys, which no form shows. */
function formFields<Fields extends FieldTable>(
  { call, config }: AppContext,
  endpoint: Endpoint<undefined, undefined, FieldDescriptor[]>,
  map: FieldMap<Fields>
) {
  return queryOptions({
    queryKey: ['form-fields', map.noun],
    queryFn: async ({ signal }) => {
      const known = new Map<FieldNames<Fields>, FormField<FieldNames<Fields>>>()
      const { fieldCodes } = config
      const constants = Object.keys(map.fields).map((name) => codeOf(map, fieldCodes, name))
      for (const descriptor of listedRows(await call(endpoint, { signal })).map((row) =>
        fromWire(descriptors, fieldCodes, row)
      )) {
        noteUnknown('constant of a field list', descriptor.constName, constants)
        const name = fieldName(map, fieldCodes, descriptor.constName)
        if (name && map.fields[name]?.use !== 'key' && !known.has(name))
          known.set(name, readFormField(name, descriptor))
      }
      return [...known.values()]
    }
  })
}

function readFormField<Name extends string>(
  name: Name,
  { fieldDescription, requiredField, readOnly }: FieldValues<typeof descriptorFields>
): FormField<Name> {
  const label = fieldDescription?.trim() ?? ''
  return { name, label: label || null, required: requiredField === true, readOnly: readOnly === true }
}

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
import type { FieldValues } from '@customer-center/contract/field-codes'
import { rowsOf } from '../client/rows.ts'
import type { FieldMap } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { warnOfUnknownValue } from '../lib/warn-of-unknown-value.ts'
import type { Text } from '../texts/texts.ts'
import { fieldName } from './row-values.ts'

/** A field of a form, as the shop has configured it. */
export interface FormField<Name extends string> {
  readonly name: Name
  /** The label; null if the provider has not set one, for which the screen says 'Bezeichnung'. */
  readonly label: string | null
  readonly required: boolean
  readonly readOnly: boolean
}

/** Returns a field's label on the screen; a field that is not in the list has a common label. */
export function labelIn(fields: readonly FormField<string>[], name: string, text: Text): string {
  return fields.find((field) => field.name === name)?.label ?? text('field.label')
}

type FieldNames<Map extends FieldMap> = keyof Map['fields'] & string

/** Query: the fields of the company form, in the shop's order. */
export function customerFormFields(app: AppContext) {
  return formFields(app, listCustomerFields, { noun: 'customer', fields: allCustomerFields })
}

/** Query: the fields of the contact form, in the shop's order. */
export function contactFormFields(app: AppContext) {
  return formFields(app, listContactFields, { noun: 'contact', fields: allContactFields })
}

const as = rowsOf({ noun: 'field', fields: descriptorFields })

/** Matches fields by the constant name. Leaves out duplicate and unknown fields, and keys, which no form shows. */
function formFields<const Map extends FieldMap>(
  { call, config: { format } }: AppContext,
  endpoint: Endpoint<undefined, undefined, FieldDescriptor[]>,
  map: Map
) {
  return queryOptions({
    queryKey: ['form-fields', map.noun],
    queryFn: async ({ signal }) => {
      const known: Partial<Record<FieldNames<Map>, FormField<FieldNames<Map>>>> = {}
      // The shop may list a field that its configuration leaves out.
      const constants = Object.entries(map.fields).map(([name, { code }]) => format.codeOf(map, name) ?? code)
      for (const descriptor of await call(endpoint, { as, signal })) {
        warnOfUnknownValue('constant of a field list', descriptor.constName, constants)
        const name = fieldName(format, map, descriptor.constName)
        if (name && map.fields[name]?.use !== 'key') known[name] ??= readFormField(name, descriptor)
      }
      return Object.values<FormField<FieldNames<Map>> | undefined>(known).filter((field) => field !== undefined)
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

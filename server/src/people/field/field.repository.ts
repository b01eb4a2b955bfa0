import type { FieldDescriptor } from '@customer-center/contract/field'
import { defineList, type RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'

type Form = 'customer' | 'contact'

const fields = defineList<FieldDescriptor, { provider: number; form: Form }>('fields', {
  fields: {
    displayMode: 'display_mode',
    constName: 'const_name',
    fieldDescription: 'description',
    requiredField: 'required',
    readOnly: 'read_only'
  },
  from: 'field_descriptors',
  where: 'company = :provider and form = :form and display_mode <> 0',
  orderBy: 'position, const_name'
})

/** The fields that a form shows, in the order of the shop. */
export function listFields(db: Db, { provider }: Caller, form: Form): Promise<RawJson> {
  return fields.json(db, { provider, form })
}

import type { FieldDescriptor } from '@customer-center/contract/field'
import type { PossibleValue } from '@customer-center/contract/possible-values'
import { type RawJson, defineList, nestedList } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'

type Form = 'customer' | 'contact'

export const fieldDescriptors = defineList<FieldDescriptor, { providerId: number; form: Form }>({
  fields: {
    displayMode: 'display_mode',
    constName: 'const_name',
    fieldDescription: 'description',
    requiredField: 'required',
    readOnly: 'read_only'
  },
  from: 'field_descriptors',
  where: 'provider_id = :providerId and form = :form and display_mode <> 0',
  orderBy: 'position, const_name'
})

/** Lists the fields that a form shows, in the shop's order. */
export function listFields(db: Db, { providerId }: Caller, form: Form): Promise<RawJson> {
  return fieldDescriptors.json(db, { providerId, form })
}

interface ChoicesOfField {
  readonly code: string
  readonly values: PossibleValue[]
}

export const possibleValues = defineList<ChoicesOfField, { providerId: number; codes: readonly string[] }>({
  fields: {
    code: 'asked.code',
    values: nestedList<PossibleValue>({
      fields: { key: 'key', value: 'value' },
      from: 'possible_values',
      where: 'provider_id = :providerId and field = asked.code',
      orderBy: 'position, value collate "und-x-icu", key'
    })
  },
  from: 'unnest(:codes::text[]) with ordinality asked (code, place)',
  orderBy: 'asked.place'
})

/** Lists the choices of the fields' drop-downs, each in the shop's order; a field without a list has an empty one. */
export async function listPossibleValues(
  db: Db,
  { providerId }: Caller,
  codes: readonly string[]
): Promise<Record<string, PossibleValue[]>> {
  const lists = await possibleValues.rows(db, { providerId, codes })
  return Object.fromEntries(lists.map(({ code, values }) => [code, values]))
}

import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

type Descriptor = Partial<Insertable<Tables['field_descriptors']>>

/** How a shop's form shows some fields, in their order; what is left out is shown, optional and free. */
export async function addFields(
  db: Kysely<Tables>,
  form: 'customer' | 'contact',
  fields: Readonly<Record<string, Descriptor>>,
  company = 1
): Promise<void> {
  const rows = Object.entries(fields).map(([const_name, more], index) => ({
    company,
    form,
    const_name,
    position: index + 1,
    description: const_name.toLowerCase(),
    ...more
  }))
  await db.insertInto('field_descriptors').values(rows).execute()
}

/** What a drop-down offers, as `key: value` in its order. */
export async function addChoices(
  db: Kysely<Tables>,
  field: string,
  choices: readonly (readonly [key: string, value: string])[],
  company = 1
): Promise<void> {
  const rows = choices.map(([key, value], index) => ({ company, field, key, value, position: index + 1 }))
  await db.insertInto('possible_values').values(rows).execute()
}

import type { RowsByResource } from '../../platform/importing/import-rows.ts'
import defaults from './defaults.json' with { type: 'json' }

interface OwnLists {
  /** What fields are called, by code, of which the forms show nothing otherwise. */
  readonly fields?: Readonly<Record<string, string>>
  /** Choices of further drop-downs. */
  readonly possibleValues?: Readonly<Record<string, readonly string[]>>
}

/** Fields, drop-downs, letters and evaluations with which every form and confirmation works at once. */
export function defaultRows({ fields = {}, possibleValues = {} }: OwnLists = {}) {
  const { required, readOnly, ...forms } = defaults.fields
  return {
    fields: Object.entries(forms).flatMap(([form, names]) =>
      Object.entries(names).map(([field, name], index) => {
        const description = fields[field] ?? name
        return {
          form,
          field,
          position: index + 1,
          displayMode: description === '' ? 0 : 1,
          description: description || null,
          required: required.includes(field),
          readOnly: readOnly.includes(field)
        }
      })
    ),
    'possible-values': Object.entries({ ...defaults.possibleValues, ...possibleValues }).flatMap(([field, values]) =>
      values.map((value, index) => ({ field, key: String(index + 1), value, position: index + 1 }))
    ),
    letters: defaults.letters.map((kind) => ({ externalId: kind, kind })),
    evaluations: Object.entries(defaults.evaluations).map(([template, caption]) => ({
      externalId: template,
      caption,
      template
    }))
  } satisfies RowsByResource
}

import { readFileSync } from 'node:fs'
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { seatPlan } from './events.ts'
import { company } from './people.ts'

// Build and sources lie equally deep: both find the drawing in the sources.
const drawing = (extension: string) =>
  readFileSync(new URL(`../../src/demo/seat-plan.${extension}`, import.meta.url), 'utf8')

export function fieldDescriptorRows(): Insertable<Tables['field_descriptors']>[] {
  const { required, readOnly, ...forms } = catalogue.fields
  return (Object.keys(forms) as (keyof typeof forms)[]).flatMap((form) =>
    Object.entries(forms[form]).map(([const_name, description], index) => ({
      company,
      form,
      const_name,
      position: index + 1,
      display_mode: description === '' ? 0 : 1,
      description: description || null,
      required: required.includes(const_name),
      read_only: readOnly.includes(const_name)
    }))
  )
}

export function possibleValueRows(): Insertable<Tables['possible_values']>[] {
  return Object.entries(catalogue.possibleValues).flatMap(([field, values]) =>
    values.map((value, index) => ({ company, field, key: String(index + 1), value, position: index + 1 }))
  )
}

export function evaluationRows(): Insertable<Tables['evaluations']>[] {
  return (Object.keys(catalogue.evaluations) as (keyof typeof catalogue.evaluations)[]).map((template, index) => ({
    company,
    interface_id: 501 + index,
    caption: catalogue.evaluations[template],
    template
  }))
}

export function letterRows(): Insertable<Tables['letters']>[] {
  const { participation, timesheet } = catalogue.letters
  return [
    { company, letter_no: 11, kind: 'participation', caption: participation, template: 'participation' },
    { company, letter_no: 12, kind: 'timesheet', caption: timesheet, template: 'timesheet' }
  ]
}

export function eventModelRows(): Insertable<Tables['event_models']>[] {
  return [{ company, model_id: seatPlan, css: drawing('css'), svg: drawing('svg'), html: '' }]
}

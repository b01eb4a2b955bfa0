import { readFileSync } from 'node:fs'
import catalogue from './catalogue.json' with { type: 'json' }
import { seatPlan } from './events.ts'
import type { Row } from './import-rows.ts'

// Build and sources lie equally deep: both find the drawing in the sources.
const drawing = (extension: string) =>
  readFileSync(new URL(`../../src/demo/seat-plan.${extension}`, import.meta.url), 'utf8')

export function fieldRows(): Row<'fields'>[] {
  const { required, readOnly, ...forms } = catalogue.fields
  return (Object.keys(forms) as (keyof typeof forms)[]).flatMap((form) =>
    Object.entries(forms[form]).map(([field, description], index) => ({
      form,
      field,
      position: index + 1,
      displayMode: description === '' ? 0 : 1,
      description,
      required: required.includes(field),
      readOnly: readOnly.includes(field)
    }))
  )
}

export function possibleValueRows(): Row<'possible-values'>[] {
  return Object.entries(catalogue.possibleValues).flatMap(([field, values]) =>
    values.map((value, index) => ({ field, key: String(index + 1), value, position: index + 1 }))
  )
}

export function evaluationRows(): Row<'evaluations'>[] {
  return Object.entries(catalogue.evaluations).map(([template, caption], index) => ({
    externalId: template,
    interfaceId: 501 + index,
    caption,
    template
  }))
}

export function letterRows(): Row<'letters'>[] {
  return Object.entries(catalogue.letters).map(([kind, caption], index) => ({
    externalId: kind,
    letterNo: 11 + index,
    kind,
    caption,
    template: kind
  }))
}

export function eventModelRows(): Row<'event-models'>[] {
  return [{ modelId: seatPlan, css: drawing('css'), svg: drawing('svg'), html: '' }]
}

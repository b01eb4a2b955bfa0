import { fromGermanDate, type IsoDate, isUsualDay } from '@customer-center/contract/dates'
import { digitsSchema } from '@customer-center/contract/schema'
import { Refusal } from '../platform/http/refusal.ts'

/** Parses a whole number in the form of an id; null for any other text. */
export function parseWholeNumber(text: string): number | null {
  return digitsSchema.safeParse(text).success ? Number(text) : null
}

/**
 * A parameter that is itself a query string. It is read strictly, because an ignored part would seem to have worked.
 */
export class ParameterString {
  readonly #values = new Map<string, string[]>()

  /**
   * @param known the names that may occur
   * @throws Refusal `badValue` for any other name; so do all methods for a wrong value
   */
  constructor(text: string, known: readonly string[]) {
    for (const [name, value] of new URLSearchParams(text)) {
      // The refusal does not quote the name, since it can be any text.
      if (!known.includes(name)) throw new Refusal('badValue', { name: 'parameter' })
      const values = this.#values.get(name)
      // Values are appended in place: a new array for each value would take seconds for a string of 100,000 characters.
      if (values) values.push(value.trim())
      else this.#values.set(name, [value.trim()])
    }
  }

  /** Returns every value of a name that may be repeated. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  /** Returns the one value, empty if it is missing. */
  text(name: string): string {
    const [value = '', ...more] = this.all(name)
    if (more.length > 0) throw new Refusal('badValue', { name })
    return value
  }

  number(name: string): number {
    const value = parseWholeNumber(this.text(name))
    if (value === null) throw new Refusal('badValue', { name })
    return value
  }

  numbers<Name extends string>(...names: readonly Name[]): Record<Name, number> {
    return Object.fromEntries(names.map((name) => [name, this.number(name)])) as Record<Name, number>
  }

  optionalNumber(name: string): number | undefined {
    return this.text(name) === '' ? undefined : this.number(name)
  }

  /** Parses a date as dd.MM.yyyy, which has to be one that rows can have. */
  date(name: string): IsoDate {
    const value = fromGermanDate(this.text(name))
    if (value === null || !isUsualDay(value)) throw new Refusal('badValue', { name })
    return value
  }

  period(): { readonly from: IsoDate; readonly to: IsoDate } {
    const [from, to] = [this.date('from'), this.date('to')]
    if (to < from) throw new Refusal('badValue', { name: 'to' })
    return { from, to }
  }
}

import { type FieldTable, readableCodes, versionCode } from '@customer-center/contract/field-codes'
import { Refusal } from './refusal.ts'

const longestEcho = 60

/**
 * Returns the codes of an answer's fields: those in RES_FIELDS, all readable ones without it.
 * @param versioned whether the resource also carries VERSION
 * @throws Refusal `unknownField` for a code that cannot be read
 */
export function resFields(fields: FieldTable, asked: string | undefined, versioned = false): string[] {
  const readable = versioned ? [...readableCodes(fields), versionCode] : readableCodes(fields)
  if (asked === undefined || asked.trim() === '') return readable
  const codes = [...new Set(asked.split(',').map((code) => code.trim()))]
  const unknown = codes.find((code) => !readable.includes(code))
  if (unknown !== undefined) throw new Refusal('unknownField', { name: unknown.slice(0, longestEcho) })
  return codes
}

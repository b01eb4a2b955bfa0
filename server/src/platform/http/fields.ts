import { type FieldTable, readableCodes, versionCode } from '@customer-center/contract/field-codes'
import { Refusal } from './refusal.ts'

const longestEcho = 60

function readableOf(fields: FieldTable, versioned: boolean): string[] {
  return versioned ? [...readableCodes(fields), versionCode] : readableCodes(fields)
}

/** What RES_FIELDS asks for, unchecked: all readable codes without it. */
export function askedFields(fields: FieldTable, asked: string | undefined, versioned = false): string[] {
  if (asked === undefined || asked.trim() === '') return readableOf(fields, versioned)
  return [...new Set(asked.split(',').map((code) => code.trim()))]
}

/**
 * The codes that an answer holds: those that RES_FIELDS asks for, all readable ones without it.
 * @param versioned whether the resource also carries VERSION
 * @throws Refusal `unknownField` for a code that cannot be read
 */
export function resFields(fields: FieldTable, asked: string | undefined, versioned = false): string[] {
  const readable = readableOf(fields, versioned)
  const codes = askedFields(fields, asked, versioned)
  const unknown = codes.find((code) => !readable.includes(code))
  if (unknown !== undefined) throw new Refusal('unknownField', { name: unknown.slice(0, longestEcho) })
  return codes
}

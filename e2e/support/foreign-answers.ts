import type { BrowserContext } from '@playwright/test'
import type { FieldSpec } from '@customer-center/contract/field-codes'
import { fieldTables } from '@customer-center/contract/field-tables'

/** Codes of this backend, by those of the contract. */
const otherCodes: Readonly<Record<string, string>> = { ASP_VORNAME: 'X_VORNAME', KND_ORT: 'X_ORT', VERSION: 'X_STAND' }
const fieldCodes = {
  'contact.firstName': 'X_VORNAME',
  'customer.place': 'X_ORT',
  VERSION: 'X_STAND',
  ...Object.fromEntries(
    (['eventId', 'start', 'state', 'colleague'] as const).map((name) => [
      `webinar.${name}`,
      fieldTables.webinar[name].code
    ])
  )
}

const ownCodes = new Map(Object.entries(otherCodes).map(([own, other]) => [other, own]))
const fields = Object.values(fieldTables).flatMap((table) => Object.values<FieldSpec>(table))
const kinds = new Map(fields.map(({ code, kind }) => [code, kind]))
const ids = new Set(['pvaid', 'recipients', 'VERSION'])

/** Calls whose answers are no rows. */
const others = /\/(?:getToken|getApiVersion|passkeys\/)/

/**
 * Lets the server look like a backend of another make: its configuration does not name it, its answers have other codes,
 * texts for numbers and flags, German dates and choices in two lists.
 */
export async function writeForeign(context: BrowserContext): Promise<void> {
  await context.route(/\/config\.prod\.json/, async (route) => {
    const response = await route.fetch()
    const { backend: _, ...config } = (await response.json()) as Record<string, unknown>
    await route.fulfill({ response, json: { ...config, fieldCodes } })
  })
  await context.route(/\/api\//, async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    if (others.test(url.pathname)) return route.fallback()
    const names = url.searchParams.get('RES_FIELDS')?.split(',')
    if (names) url.searchParams.set('RES_FIELDS', names.map((name) => ownCodes.get(name) ?? name).join())
    const sent = request.postData()
    const isJson = request.headers()['content-type'] === 'application/json'
    const postData = sent !== null && isJson ? JSON.stringify(toContract(JSON.parse(sent))) : sent
    const response = await route.fetch({ url: url.href, ...(postData !== null && { postData }) })
    const body = (await response.json().catch(() => null)) as { responseData?: unknown } | null
    if (!body) return route.fulfill({ response })
    const isChoices = url.pathname.endsWith('/getPossibleValues')
    const responseData = isChoices ? inTwoLists(body.responseData) : fromContract(body.responseData)
    return route.fulfill({ response, json: { ...body, responseData } })
  })
}

function fromContract(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromContract)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string')
    return value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1').replace(/^.*$/, (text) => otherCodes[text] ?? text)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([code, one]) => [otherCodes[code] ?? code, fromContract(one)]))
}

function inTwoLists(lists: unknown): unknown {
  const entries = Object.entries((lists ?? {}) as Record<string, { key: string; value: string }[]>)
  return Object.fromEntries(
    entries.map(([code, list]) => [
      code,
      { keyvalues: list.map(({ key }) => key), values: list.map(({ value }) => value) }
    ])
  )
}

/** Converts what the elements send; ids go back as the texts as which they have come. */
function toContract(value: unknown, code = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => toContract(one, code))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const own = ownCodes.get(name) ?? name
        return [own, toContract(one, own)]
      })
    )
  const kind = ids.has(code) ? 'id' : kinds.get(code)
  if (kind === 'flag') return value === 'true' ? true : value === 'false' ? false : value
  const isNumber = (kind === 'id' || kind === 'number') && typeof value === 'string' && /^\d+$/.test(value)
  return isNumber ? Number(value) : value
}

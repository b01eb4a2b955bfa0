import { placeholdersOf } from '../lib/fill-text.ts'
import type { Config } from './config.ts'
import type { OwnTexts } from './own-folder.ts'

type OwnText = string | readonly string[]

interface Texts {
  readonly [name: string]: OwnText | Texts
}

/** Shipped texts by the first part of their ids; a provider may change all of them. */
const shippedTexts = new Map<string, Texts>()

const isText = (value: OwnText | Texts): value is OwnText => typeof value === 'string' || Array.isArray(value)

function withOwn(at: string, shipped: Texts, own: OwnTexts): Texts {
  const entries = Object.entries(shipped).map(([name, value]) => {
    const id = `${at}.${name}`
    if (!isText(value)) return [name, withOwn(id, value, own)] as const
    return [name, Object.hasOwn(own, id) ? (own[id] as OwnText) : value] as const
  })
  return Object.fromEntries(entries)
}

/**
 * Enters the shipped texts of a mail or of a page of this server, which a provider may change for the whole server or
 * for one shop.
 * @param part beginning of their ids: `greeting` of `password-mail` is `password-mail.greeting`
 * @returns a function that gives the texts of a shop
 */
export function changeableTexts<Shipped extends Texts>(
  part: string,
  shipped: Shipped
): (config: Pick<Config, 'own'>) => Shipped {
  shippedTexts.set(part, shipped)
  return ({ own: { serverTexts } }) => withOwn(part, shipped, serverTexts) as Shipped
}

function idsOf(at: string, texts: Texts): (readonly [id: string, text: OwnText])[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    isText(value) ? [[`${at}.${name}`, value] as const] : idsOf(`${at}.${name}`, value)
  )
}

/** Returns the shipped texts of mails and pages by id. */
export const allTexts = (): ReadonlyMap<string, OwnText> =>
  new Map([...shippedTexts].flatMap(([part, texts]) => idsOf(part, texts)))

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Describes the fault of a text, as the end of a sentence. */
function wrongText(id: string, value: unknown, shipped: OwnText): string | undefined {
  const isOfKind = typeof shipped === 'string' ? isFilled(value) : Array.isArray(value) && value.every(isFilled)
  if (!isOfKind)
    return `has something for ${id} that is no ${typeof shipped === 'string' ? 'text' : 'list of texts, one for each paragraph'}`
  const [wanted, given] = [placeholdersOf(shipped), placeholdersOf(value as OwnText)]
  const missing = [...wanted].find((name) => !given.has(name))
  if (missing !== undefined) return `lacks {${missing}} in the text ${id}`
  const unknown = [...given].find((name) => !wanted.has(name))
  if (unknown === undefined) return undefined
  const known = wanted.size === 0 ? 'nothing' : [...wanted].map((name) => `{${name}}`).join(', ')
  return `has {${unknown}} in the text ${id}, where ${known} is filled in`
}

/**
 * Describes the fault of a provider's texts of mails and pages, as the end of a sentence; undefined without a fault.
 */
export function wrongServerTexts(own: OwnTexts): string | undefined {
  const shipped = allTexts()
  for (const [id, value] of Object.entries(own)) {
    const text = shipped.get(id)
    if (text === undefined) return `names the text ${id}, which there is not`
    const wrong = wrongText(id, value, text)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

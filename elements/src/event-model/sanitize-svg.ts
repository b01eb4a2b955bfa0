import createPurify, { type Config } from 'dompurify'
import { warn } from '../lib/warn.ts'
import { limitDrawing } from './limit-drawing.ts'
import { functions, createCssSanitizer } from './sanitize-css.ts'

/** A drawing that is safe to insert into a page, and its css: that of its style elements and of the model. */
export interface SanitizedSvg {
  readonly svg: SVGSVGElement
  readonly css: string
}

/**
 * DOMPurify's svg profile already excludes foreignObject, script, set and animate. Excluded here as well: links, which would leave
 * the page, animations, which nobody could stop, and style elements, whose css is returned instead. `use` is limited afterwards.
 */
const config: Config & { IN_PLACE: true } = {
  USE_PROFILES: { svg: true },
  FORBID_TAGS: ['a', 'style', 'animatecolor', 'animatemotion', 'animatetransform', 'mpath', 'view'],
  FORBID_ATTR: ['tabindex', 'autofocus', 'slot', 'part', 'exportparts', 'popover', 'systemlanguage'],
  ADD_TAGS: ['use'],
  ADD_ATTR: ['role'],
  IN_PLACE: true,
  // DOMPurify would call its policy for each attribute, an eighth of the time; only parsing needs one.
  TRUSTED_TYPES_POLICY: null
}

const localReference = /^\s*#[^\s]+\s*$/
const rasterData = /^\s*data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i
const localPaint = /^url\(\s*(["']?)#[\w.:-]+\1\s*\)(?:\s*(?:#[\da-f]{3,8}|[a-z]+))?$/i
/** The content of these may be drawn thousands of times: references among them would grow without bounds. */
const repeated = 'pattern, mask, marker, clipPath'
/** Position and size: numbers and letters alone, as in nearly every attribute of a plan, are harmless. */
const geometryAttributes = new Set(
  'class cx cy d height points r rx ry transform viewbox width x x1 x2 y y1 y2'.split(' ')
)
const plainValue = /^[-+.,%\w\s]*$/
const ariaAttributes = new Set(['aria-label', 'aria-labelledby', 'aria-describedby', 'aria-hidden'])
const seatTags = /^(?:g|use|path|rect|circle|ellipse|line|polyline|polygon)$/
/**
 * The texts of a seat that pages get, with their patterns: no markup, and no character that is invisible or turns the
 * direction of a text.
 */
const seatTexts: ReadonlyMap<string, RegExp> = new Map([
  ['data-seat', /^[^<>\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,64}$/u],
  ['data-seat-label', /^[^<>\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u]
])

/** A page that requires trusted types has to allow this policy. */
const policy = createPolicy()

function createPolicy(): { createHTML: (text: string) => string } | null {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: object) => never } }
  try {
    return trustedTypes?.createPolicy('customer-center', { createHTML: (text: string) => text }) ?? null
  } catch {
    return null
  }
}

// The instance is separate: hooks apply to all users of an instance, and a host may use DOMPurify, too.
const purify = createPurify(window)
const styles: string[] = []
const sanitizedStyles = new Map<string, string>()
let cssSanitizer = createCssSanitizer()

purify.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName === 'style') styles.push(node.textContent ?? '')
})

purify.addHook('uponSanitizeAttribute', (node, data) => {
  const { attrName: name, attrValue: value } = data
  // This keeps DOMPurify from looking for a URL in the value, which takes a quarter of the time with thirty thousand
  // attributes.
  data.forceKeepAttr = geometryAttributes.has(name) && plainValue.test(value)
  if (data.forceKeepAttr) return
  if (name === 'style') data.attrValue = styleOf(value)
  data.keepAttr = name === 'data-seat-taken' || (data.attrValue !== '' && isAllowedAttribute(node, name, value))
})

function isAllowedAttribute(node: Element, name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href')
    return localReference.test(value) || (node.localName === 'image' && rasterData.test(value))
  if (name === 'role') return node.localName === 'svg' && value === 'img'
  if (name.startsWith('aria-')) return ariaAttributes.has(name)
  const seatText = seatTexts.get(name)
  if (seatText) return seatTags.test(node.localName) && seatText.test(value)
  if (name === 'style' || name === 'id' || name === 'class' || name.startsWith('data-')) return true
  // Most values have neither a function nor an escape or a comment that could hide a function.
  if (!/[\\(]|\/\*/.test(value)) return true
  if (/\\|\/\*/.test(value)) return false
  if (localPaint.test(value.trim())) return node.closest(repeated) === null
  return value
    .split('(')
    .slice(0, -1)
    .every((before) => functions.has(calledName(before)))
}

/**
 * Returns the name at the end of the text before a parenthesis. It is searched from the end: an expression would begin
 * at each character.
 */
function calledName(before: string): string {
  return (
    before
      .trimEnd()
      .split(/[\s),]/)
      .at(-1)
      ?.toLowerCase() ?? ''
  )
}

/** Caches styles, since exported drawings repeat a few on many shapes. */
function styleOf(css: string): string {
  const known = sanitizedStyles.get(css)
  if (known !== undefined) return known
  const safe = cssSanitizer.declarations(css)
  sanitizedStyles.set(css, safe)
  return safe
}

/**
 * Returns the first drawing in the text, sanitized; null if there is none.
 *
 * @param css of the model
 * @throws Error when the css has too many mistakes
 */
export function sanitizeSvg(text: string, css: string): SanitizedSvg | null {
  const svg = parseInert(text).querySelector('svg')
  if (!svg) return null
  styles.length = 0
  sanitizedStyles.clear()
  cssSanitizer = createCssSanitizer()
  purify.sanitize(svg, config)
  sayWhatIsGone(limitDrawing(svg))
  return { svg: document.adoptNode(svg), css: cssSanitizer.styleSheet([...styles, css].join('\n')) }
}

const mostNames = 20

/**
 * Names the removed nodes, so that the author of a plan finds out why a part of it is missing. It names no values: a
 * value may be anything.
 */
function sayWhatIsGone(byUs: readonly Node[]): void {
  const removed = [...purify.removed.map((entry) => ('element' in entry ? entry.element : entry.attribute)), ...byUs]
  const counts = new Map<string, number>()
  for (const node of removed) {
    const name = node?.nodeName.slice(0, 40) ?? ''
    // Comments draw nothing, and styles are kept elsewhere.
    if (!/^(?:#.*|style|)$/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (counts.size === 0) return
  const names = Array.from(counts, ([name, count]) => (count > 1 ? `${name} (${count})` : name)).slice(0, mostNames)
  warn(`The drawing of an event model is shown without what is not allowed in it: ${names.join(', ')}.`)
}

/**
 * Returns a document without a window: nothing in it runs or is fetched. The sanitized nodes themselves are drawn,
 * never serialized and parsed again, which can turn harmless text into markup.
 */
function parseInert(text: string): Document {
  return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, 'text/html')
}

import createPurify, { type Config } from 'dompurify'
import { warnDeveloper } from '../../lib/warn.ts'
import { gradientTags, limitDrawing, referredId, referringTags } from './limit-drawing.ts'
import { createCssSanitizer, allowedFunctions, type Refer } from './sanitize-css.ts'

/** A drawing that is safe to insert into a page, and its css: that of its style elements and of the model. */
export interface SanitizedSvg {
  readonly svg: SVGSVGElement
  readonly css: string
  /** Names of the removed tags and attributes, with their counts. */
  readonly removed: readonly string[]
}

/**
 * DOMPurify's svg profile already excludes foreignObject, script, set and animate. Excluded here as well: links, which would leave
 * the page, animations, which nobody could stop, style elements, whose css is returned instead, and filters, with all
 * that refers to them: without its primitives a filter leaves nothing of a shape. The content of an element goes along,
 * such as the region of a text of Inkscape, which no browser draws. References are limited afterwards.
 */
const config: Config & { IN_PLACE: true } = {
  USE_PROFILES: { svg: true },
  FORBID_TAGS: ['a', 'style', 'filter', 'animatecolor', 'animatemotion', 'animatetransform', 'mpath', 'view'],
  FORBID_ATTR: ['filter', 'tabindex', 'autofocus', 'slot', 'part', 'exportparts', 'popover', 'systemlanguage'],
  ADD_TAGS: ['use'],
  ADD_ATTR: ['role'],
  KEEP_CONTENT: false,
  IN_PLACE: true,
  // DOMPurify would call its policy for each attribute, an eighth of the time; only parsing needs one.
  TRUSTED_TYPES_POLICY: null
}

const localReference = /^\s*#[^\s]+\s*$/
const rasterData = /^\s*data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i
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
const droppedCss: string[] = []
let cssSanitizer: ReturnType<typeof createCssSanitizer>

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
  if (referringTags.has(name)) {
    if (referredId(value) !== undefined) return true
    // As in css: an inherited mask would be counted once.
    if (name !== 'fill' && name !== 'stroke') return value.trim() === 'none'
  }
  // Most values have neither a function nor an escape or a comment that could hide a function.
  if (!/[\\(]|\/\*/.test(value)) return true
  if (/\\|\/\*/.test(value)) return false
  return value
    .split('(')
    .slice(0, -1)
    .every((before) => allowedFunctions.has(calledName(before)))
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
  droppedCss.length = 0
  sanitizedStyles.clear()
  cssSanitizer = createCssSanitizer(referrer(svg), (name) => void droppedCss.push(name))
  makeGroups(svg)
  purify.sanitize(svg, config)
  keepFirstIds(svg)
  const sheet = cssSanitizer.styleSheet([...styles, css].join('\n'))
  const removed = sayWhatIsGone([...limitDrawing(svg), ...droppedCss])
  return { svg: document.adoptNode(svg), css: sheet, removed }
}

/**
 * Leaves an id to the first element that has it: once that element goes, a browser would take the next one, which nobody
 * has counted.
 */
function keepFirstIds(svg: SVGSVGElement): void {
  const known = new Set<string>()
  for (const element of svg.querySelectorAll('[id]')) {
    if (known.has(element.id)) element.removeAttribute('id')
    known.add(element.id)
  }
}

/** Limit of elements that rules of clip paths may be compared with, as for 500 such rules in a large hall. */
const maxCompared = 10_000_000

/**
 * Decides on references of a drawing's css: those of a style attribute are counted afterwards; in a sheet a gradient
 * stays, and a clip path becomes an attribute of the elements that have it, and is counted as such.
 */
function referrer(svg: SVGSVGElement): Refer {
  let compared = 0
  return (property, id, selectors) => {
    if (selectors.length === 0) return 'stays'
    const tag = svg.querySelector(`[id="${id}"]`)?.localName ?? ''
    if (gradientTags.has(tag) && referringTags.get(property) === 'pattern') return 'stays'
    compared += svg.getElementsByTagName('*').length * selectors.length
    if (tag !== 'clipPath' || property !== 'clip-path' || compared > maxCompared) return 'goes'
    for (const selector of selectors.filter((one) => CSS.supports(`selector(${one})`)))
      for (const element of svg.querySelectorAll(selector)) element.setAttribute('clip-path', `url(#${id})`)
    return 'taken'
  }
}

/** Makes groups of links, whose shapes stay, and removes elements that need extensions, which no browser has. */
function makeGroups(svg: SVGSVGElement): void {
  for (const element of svg.querySelectorAll('[requiredExtensions]')) element.remove()
  for (const link of svg.querySelectorAll('a')) {
    const group = svg.ownerDocument.createElementNS(svg.namespaceURI, link.closest('text') ? 'tspan' : 'g')
    for (const attribute of link.attributes)
      if (!attribute.name.endsWith('href')) group.setAttributeNode(attribute.cloneNode() as Attr)
    group.append(...link.childNodes)
    link.replaceWith(group)
  }
}

const maxNames = 20
/** Comments and notes of a drawing program draw nothing, and styles are kept elsewhere. */
const drawsNothing = /^(?:#.*|style|metadata|enable-background|(?:i|sodipodi|inkscape|rdf|xmlns):.*|)$/

/**
 * Names the removed parts, so that the author of a plan finds out why a part of it is missing. It names no values: a
 * value may be anything.
 */
function sayWhatIsGone(byUs: readonly string[]): string[] {
  const nodes = purify.removed.map((entry) => ('element' in entry ? entry.element : entry.attribute))
  const counts = new Map<string, number>()
  for (const name of [...nodes.map((node) => node?.nodeName ?? ''), ...byUs].map((one) => one.slice(0, 40)))
    if (!drawsNothing.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = Array.from(counts, ([name, count]) => (count > 1 ? `${name} (${count})` : name)).slice(0, maxNames)
  if (names.length > 0)
    warnDeveloper(
      'CC-DRAWING',
      `The drawing of an event model is shown without what is not allowed in it: ${names.join(', ')}.`
    )
  return names
}

/**
 * Returns a document without a window: nothing in it runs or is fetched. The sanitized nodes themselves are drawn,
 * never serialized and parsed again, which can turn harmless text into markup.
 */
function parseInert(text: string): Document {
  return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, 'text/html')
}

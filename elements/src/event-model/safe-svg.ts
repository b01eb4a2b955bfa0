import createPurify, { type Config } from 'dompurify'
import { functions } from './allowed-css.ts'
import { safeDeclarations } from './safe-css.ts'

/** A drawing that may stand in a page, and the css that stood in it, which nobody has looked at yet. */
export interface SafeSvg {
  readonly svg: SVGSVGElement
  readonly css: string
}

/**
 * On top of DOMPurify's profile, which knows no use, foreignObject, script, set and animate: no links, whose click would leave the page,
 * no movement, which nobody could stop, and no style elements, whose css is handed over instead.
 */
const config: Config & { IN_PLACE: true } = {
  USE_PROFILES: { svg: true },
  FORBID_TAGS: ['a', 'style', 'animatecolor', 'animatemotion', 'animatetransform', 'mpath', 'view'],
  FORBID_ATTR: ['tabindex', 'autofocus', 'slot', 'part', 'exportparts', 'popover', 'systemlanguage'],
  ADD_ATTR: ['role'],
  IN_PLACE: true,
  // Its policy would be asked about each attribute, an eighth of the time; parsing is the one thing that needs one.
  TRUSTED_TYPES_POLICY: null
}

const inDrawing = /^\s*#[^\s]+\s*$/
const picture = /^\s*data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i
const paintInDrawing = /^\s*url\(\s*(["']?)#[\w.:-]+\1\s*\)\s*(?:none|currentcolor|#[\da-f]{3,8}|[a-z]+)?\s*$/i
/** What these draw may be drawn a thousand times: references among them grow without bounds. */
const repeated = 'pattern, mask, marker, clipPath, symbol'
/** Where a shape is and how large: of numbers and letters alone, which is what nearly every attribute of a plan is, they can do nothing. */
const geometry = new Set('class cx cy d height points r rx ry transform viewbox width x x1 x2 y y1 y2'.split(' '))
const plain = /^[-+.,%\w\s]*$/
const readable = new Set(['aria-label', 'aria-labelledby', 'aria-describedby', 'aria-hidden'])

/** A page that insists on trusted types has to name this one. */
const policy = createPolicy()

function createPolicy(): { createHTML: (text: string) => string } | null {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: object) => never } }
  try {
    return trustedTypes?.createPolicy('customer-center', { createHTML: (text: string) => text }) ?? null
  } catch {
    return null
  }
}

// An instance of our own: hooks count for all users of one, and a host may use DOMPurify, too.
const purify = createPurify(window)
const styles: string[] = []
const cleaned = new Map<string, string>()

purify.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName === 'style') styles.push(node.textContent ?? '')
})

purify.addHook('uponSanitizeAttribute', (node, data) => {
  const { attrName: name, attrValue: value } = data
  // DOMPurify would look for an address in it; with thirty thousand of them that is a quarter of the time.
  data.forceKeepAttr = geometry.has(name) && plain.test(value)
  if (data.forceKeepAttr) return
  if (name === 'style') data.attrValue = declarations(value)
  data.keepAttr = data.attrValue !== '' && mayStay(node, name, value)
})

function mayStay(node: Element, name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href')
    return inDrawing.test(value) || (node.localName === 'image' && picture.test(value))
  if (name === 'role') return node.localName === 'svg' && value === 'img'
  if (name.startsWith('aria-')) return readable.has(name)
  if (name === 'style' || name === 'id' || name === 'class' || name.startsWith('data-')) return true
  // Most values have neither; the others are read by the css parser, escapes and comments included.
  if (!/[\\(]|\/\*/.test(value)) return true
  if (/\\|\/\*/.test(value)) return false
  if (paintInDrawing.test(value)) return node.closest(repeated) === null
  return [...value.matchAll(/([^\s(),]*)\s*\(/g)].every(([, called = '']) => functions.has(called.toLowerCase()))
}

/** Exported drawings repeat few styles on many shapes. */
function declarations(css: string): string {
  const known = cleaned.get(css)
  if (known !== undefined) return known
  const safe = safeDeclarations(css)
  cleaned.set(css, safe)
  return safe
}

/** The first drawing in the text; null if there is none. */
export function safeSvg(text: string): SafeSvg | null {
  const svg = inert(text).querySelector('svg')
  if (!svg) return null
  styles.length = 0
  cleaned.clear()
  purify.sanitize(svg, config)
  return { svg: document.adoptNode(svg), css: styles.join('\n') }
}

/**
 * A document without a window: nothing in it runs or is fetched. The nodes that were cleaned are the ones that are drawn; they are never
 * written out and parsed again, which is where a harmless text may turn into another.
 */
function inert(text: string): Document {
  return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, 'text/html')
}

/** Elements that a `<use>` may draw again. */
const targetTags = new Set(['symbol', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
/** Elements that cost time to paint. */
const paintedTags = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'image'])
/** Elements that are painted again for each shape that refers to them. */
const repeatedTags = 'pattern, mask, marker, clipPath'
const paintNames = [
  'fill',
  'stroke',
  'filter',
  'mask',
  'clip-path',
  'marker',
  'marker-start',
  'marker-mid',
  'marker-end'
]
const gradients = new Set(['linearGradient', 'radialGradient'])
/** The pattern has no percent sign: browsers decode it, and would then find another element than this code does. */
const plainReference = /^#[\p{L}\p{N}_.:-]+$/u

/** Elements in which a plan wraps its seats; without a shape they paint nothing. */
const wrappingTags = new Set(['g', 'symbol', 'use', 'title', 'desc'])

const maxDepth = 4
/** Limit of shapes after expansion: a hall of 10,000 seats with their numbers. */
const maxShapes = 20_000
/** The numbers of wrapping elements, and of characters, that cost a browser as much as a shape. */
const wrappersPerShape = 10
const charactersPerShape = 200
/**
 * Divisor of the square of a text's length that gives the cost of its layout in shapes. WebKit's time grows with that
 * square: 0.25 s for 1,000 characters, 25 s for 10,000, where 1,000 seats with numbers take 0.25 s.
 */
const squaredCharactersPerShape = 1000

/** An element that is drawn again, with its content. */
interface Target {
  readonly element: Element
  /** The cost in shapes, without the shapes that its uses draw. */
  readonly cost: number
  readonly uses: readonly Element[]
}

type ById = ReadonlyMap<string, Element>

/**
 * Removes from a sanitized drawing each text that is too long, and each `<use>` that refers to nothing that may be
 * drawn again, stands where it would be repeated, leads back to itself or through more than four levels, or brings the
 * drawing above the cost of 20,000 shapes; and, in content that is drawn again, the references to patterns and the
 * like, which would multiply it as well. It counts before a browser gets the drawing, which would expand it at once.
 *
 * @returns the removed nodes
 */
export function limitDrawing(svg: SVGSVGElement): (Element | Attr)[] {
  const elements = [svg, ...svg.querySelectorAll('*')]
  const byId = new Map<string, Element>()
  // The first of several elements with one id counts, as in the browser.
  for (const element of elements) if (!byId.has(element.id)) byId.set(element.id, element)
  const targets = findTargets(elements, byId)
  const weights = weighTargets(targets)

  let left = maxShapes - elements.filter(isPainted).length
  const isTooMuch = (cost: number) => {
    if (cost > Math.max(0, left)) return true
    left -= cost
    return false
  }
  const refused = [
    ...elements.filter(isText).filter((text) => isTooMuch(layoutCost(text))),
    ...elements.filter(isUse).filter((use) => isTooMuch(weights.get(targets.get(use) as Target) ?? Infinity))
  ]
  const drawnAgain = new Set([
    ...svg.querySelectorAll('symbol'),
    ...Array.from(weights.keys(), ({ element }) => element)
  ])
  const paints = drawnAgain.size > 0 ? multiplyingPaints(svg, drawnAgain, byId) : []
  for (const element of refused) element.remove()
  for (const paint of paints) paint.ownerElement?.removeAttributeNode(paint)
  return [...refused, ...paints]
}

const isUse = ({ localName }: Element): boolean => localName === 'use'
const isText = ({ localName }: Element): boolean => localName === 'text'
const isPainted = ({ localName }: Element): boolean => paintedTags.has(localName)

/** Finds the target of each use that may have one. */
function findTargets(elements: readonly Element[], byId: ById): ReadonlyMap<Element, Target> {
  const uses = elements.filter(isUse)
  // The numbers of nodes before each element: the content of a target is a range, and targets may be in targets.
  const places = new Map<Element, { index: number; uses: number; cost: number }>()
  const counted = { uses: 0, cost: 0 }
  elements.forEach((element, index) => {
    places.set(element, { index, ...counted })
    counted.uses += Number(isUse(element))
    counted.cost += costOf(element)
  })

  const known = new Map<Element, Target>()
  const targets = new Map<Element, Target>()
  for (const use of uses) {
    const element = referredBy(use, byId)
    if (!element) continue
    const from = places.get(element)!
    const next = elements[places.get(lastIn(element))!.index + 1]
    const to = (next && places.get(next)) ?? counted
    const cost = to.cost - from.cost
    const target = known.get(element) ?? { element, cost, uses: uses.slice(from.uses, to.uses) }
    known.set(element, target)
    targets.set(use, target)
  }
  return targets
}

/**
 * Returns the cost of an element that is drawn again, in shapes: a browser copies also content that it does not paint,
 * and long paths and texts.
 */
function costOf(element: Element): number {
  const texts = [...element.attributes, ...element.childNodes].map((node) => node.nodeValue?.length ?? 0)
  const characters = texts.reduce((sum, length) => sum + length, 0)
  const own = wrappingTags.has(element.localName) ? 1 / wrappersPerShape : 1
  return own + Math.floor(characters / charactersPerShape) + (isText(element) ? layoutCost(element) : 0)
}

/** Returns the cost of a text's layout beyond that of a seat's number, in shapes. */
function layoutCost(text: Element): number {
  return Math.floor((text.textContent?.length ?? 0) ** 2 / squaredCharactersPerShape)
}

function referredBy(use: Element, byId: ById): Element | undefined {
  const references = ['href', 'xlink:href'].flatMap((name) => use.getAttribute(name) ?? [])
  const [reference = ''] = references
  // Browsers differ in which of two references counts.
  if (references.some((other) => other !== reference) || !plainReference.test(reference)) return undefined
  const element = byId.get(reference.slice(1))
  return element && targetTags.has(element.localName) && !use.closest(repeatedTags) ? element : undefined
}

function lastIn(element: Element): Element {
  let last = element
  while (last.lastElementChild) last = last.lastElementChild
  return last
}

/** Computes the cost of each target, in shapes. Targets that lead back to themselves, or too deep, are left out. */
function weighTargets(targets: ReadonlyMap<Element, Target>): ReadonlyMap<Target, number> {
  const weights = new Map<Target, number>()
  const weightOf = (use: Element) => weights.get(targets.get(use) as Target)
  let open = [...new Set(targets.values())]
  for (let depth = 1; depth <= maxDepth; depth += 1) {
    const ready = open.filter(({ uses }) => uses.every((use) => !targets.has(use) || weightOf(use) !== undefined))
    const found = ready.map((target) => target.uses.reduce((sum, use) => sum + (weightOf(use) ?? 0), target.cost))
    // A symbol that draws nothing costs time, too, and a hall may have as many seats as shapes, each in a symbol.
    ready.forEach((target, index) => weights.set(target, Math.max(1, Math.floor(found[index]!))))
    open = open.filter((target) => !weights.has(target))
  }
  return weights
}

/** Finds the references of shapes that are drawn again, except references to gradients. */
function multiplyingPaints(svg: SVGSVGElement, drawnAgain: ReadonlySet<Element>, byId: ById): Attr[] {
  const isDrawnAgain = (element: Element | null): boolean =>
    element !== null && (drawnAgain.has(element) || isDrawnAgain(element.parentElement))
  return [...svg.querySelectorAll(paintNames.map((name) => `[${name}*="url(" i]`).join())]
    .filter(isDrawnAgain)
    .flatMap((element) => paintNames.flatMap((name) => element.getAttributeNode(name) ?? []))
    .filter(
      ({ value }) =>
        /url\(/i.test(value) && !gradients.has(byId.get(/#([\w.:-]+)/.exec(value)?.[1] ?? '')?.localName ?? '')
    )
}

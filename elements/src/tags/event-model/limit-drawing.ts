const tags = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Elements that a `<use>` may draw again. */
const targetTags = tags('symbol g path rect circle ellipse line polyline polygon image')
/** Elements that cost time to paint. */
const paintedTags = tags('path rect circle ellipse line polyline polygon text image')
/** Elements that are painted again for each shape that refers to them. */
const repeatedTags = 'pattern, mask, marker, clipPath'

/** Properties that may refer to an element of the drawing, with the tags that repeat shapes there. */
export const referringTags: ReadonlyMap<string, string> = new Map([
  ['fill', 'pattern'],
  ['stroke', 'pattern'],
  ['clip-path', 'clipPath'],
  ['mask', 'mask'],
  ...['marker', 'marker-start', 'marker-mid', 'marker-end'].map((name) => [name, 'marker'] as const)
])
export const gradientTags = tags('linearGradient radialGradient')
/** Elements that take over the content of the one that their `href` names, with the elements that count there. */
const contentTags: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['use', targetTags],
  ['textPath', targetTags],
  ['pattern', tags('pattern')],
  ['linearGradient', gradientTags],
  ['radialGradient', gradientTags]
])

/** The patterns have no percent sign: browsers decode it, and would then find another element than this code does. */
const plainReference = /^#[\p{L}\p{N}_.:-]+$/u
const localPaint = /^url\(\s*(["']?)#([\p{L}\p{N}_.:-]+)\1\s*\)(?:\s*(?:#[\da-f]{3,8}|[a-z]+))?$/iu
/** A reference in a style attribute, as css-tree writes it. */
const styleReference = /(?:^|;)([a-z-]+):url\(#([\p{L}\p{N}_.:-]+)\)/gu

/** Returns the id to which the value of a property refers; undefined if it refers to nothing of the drawing. */
export const referredId = (value: string): string | undefined => localPaint.exec(value.trim())?.[2]

/** Elements in which a plan wraps its seats; without a shape they paint nothing. */
const wrappingTags = tags('g symbol use title desc')

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
/** The cost of a layer or a tile itself: 660 masks over a whole drawing took Firefox 5.6 s, Chromium 1.5 s. */
const ownCosts: Readonly<Record<string, number>> = { mask: 60, pattern: 4 }

interface Reference {
  /** A property or `href`; `use` or `text` where the element goes with it. */
  readonly name: string
  /** The index of the element that it names; -1 where nothing that multiplies has the id. */
  readonly target: number
  readonly remove: () => void
}

/** An element of a drawing, with its cost in shapes, without its children and references. */
interface Part {
  readonly element: Element
  /** The index of its parent. */
  readonly parent: number
  readonly cost: number
  readonly vertices: number
  readonly references: readonly Reference[]
}

/** The cost of an element with its content in shapes, the vertices in it, and the share of its own references. */
interface Weight {
  cost: number
  vertices: number
  extra: number
}

/**
 * Removes from a sanitized drawing each text that is too long, and each `<use>` and each reference to a pattern, mask,
 * marker or clip path that leads back to itself, through more than four levels, or above the cost of 20,000 shapes.
 * Where a `<use>` would be too much, all that multiplies goes before: a seat without its pattern is one. It counts
 * before a browser gets the drawing, which would expand it at once.
 *
 * @returns the names of the removed elements and properties
 */
export function limitDrawing(svg: SVGSVGElement): string[] {
  const parts = readParts(svg)
  const isKept = ({ name }: Reference) => !referringTags.has(name)
  let refused = judge(parts)
  const removed: Reference[] = []
  if (refused.some(({ cost, element }) => element.localName === 'use' && cost < Infinity)) {
    removed.push(...parts.flatMap(({ references }) => references.filter((one) => !isKept(one))))
    refused = judge(parts.map((part) => ({ ...part, references: part.references.filter(isKept) })))
  }
  removed.push(...refused.flatMap(({ references }) => references))
  for (const { remove } of removed) remove()
  return removed.map(({ name }) => name)
}

type Find = (id: string, counted: ReadonlySet<string>) => number

function readParts(svg: SVGSVGElement): Part[] {
  const elements = [svg, ...svg.querySelectorAll('*')]
  const indexes = new Map(elements.map((element, index) => [element, index]))
  const byId = new Map<string, number>()
  // The first of several elements with one id counts, as in the browser.
  for (const [index, { id }] of elements.entries()) if (!byId.has(id)) byId.set(id, index)
  const find: Find = (id, counted) => {
    const index = byId.get(id) ?? -1
    return counted.has(elements[index]?.localName ?? '') ? index : -1
  }
  const hasMarkers = svg.querySelector('marker') !== null
  const referring = [...referringTags.keys(), 'style'].map((name) => `[${name}*="url(" i]`)
  const selector = [...referring, ...contentTags.keys(), 'text'].join()
  return elements.map((element) => ({
    element,
    parent: indexes.get(element.parentElement!) ?? -1,
    cost: costOf(element),
    vertices: hasMarkers ? verticesOf(element) : 0,
    references: element.matches(selector) ? [...contentOf(element, find), ...propertiesOf(element, find)] : []
  }))
}

/** Reads the reference by which an element takes over the content of another one, or a text that takes time by itself. */
function contentOf(element: Element, find: Find): Reference[] {
  const { localName } = element
  const counted = contentTags.get(localName)
  const names = ['href', 'xlink:href'].filter((name) => element.hasAttribute(name))
  if (layoutCost(element) > 0) return [{ name: 'text', target: -1, remove: () => element.remove() }]
  if (!counted || (names.length === 0 && localName !== 'use')) return []
  const [reference = '', other = reference] = names.map((name) => element.getAttribute(name) ?? '')
  // Browsers differ in which of two references counts.
  const target = other === reference && plainReference.test(reference) ? find(reference.slice(1), counted) : -1
  if (localName === 'use') return [{ name: 'use', target, remove: () => element.remove() }]
  return [{ name: 'href', target, remove: () => names.forEach((name) => element.removeAttribute(name)) }]
}

/** Reads the references in the attributes and the style of an element. */
function propertiesOf(element: Element, find: Find): Reference[] {
  const inAttributes = Array.from(referringTags.keys(), (name) => [name, referredId(element.getAttribute(name) ?? '')])
  const inStyle = (element.getAttribute('style') ?? '').matchAll(styleReference)
  return [...inAttributes, ...Array.from(inStyle, ([, name, id]) => [name, id])].flatMap(([name = '', id]) => {
    const target = id === undefined ? -1 : find(id, tags(referringTags.get(name) ?? ''))
    const remove = () => {
      element.removeAttribute(name)
      ;(element as SVGElement).style.removeProperty(name)
    }
    return target < 0 ? [] : [{ name, target, remove }]
  })
}

/** Finds the parts whose references are too much, with their costs. */
function judge(parts: readonly Part[]) {
  let weights: readonly Weight[] = []
  for (let depth = 0; depth <= maxDepth; depth += 1) weights = weigh(parts, weights)
  let left = Math.max(0, maxShapes - parts.filter(({ element }) => paintedTags.has(element.localName)).length)
  return parts.flatMap(({ element, references }, index) => {
    // A symbol that draws nothing costs time, too, and a hall may have as many seats as shapes, each in a symbol.
    const least = element.localName === 'use' ? 1 : layoutCost(element)
    const cost = Math.max(least, Math.floor(weights[index]!.extra))
    if (references.length > 0 && cost > left) return [{ element, cost, references }]
    left -= references.length > 0 ? cost : 0
    return []
  })
}

/** Weighs each part with its content. A reference to a part that has no weight yet costs without end. */
function weigh(parts: readonly Part[], known: readonly Weight[]): Weight[] {
  const weights = parts.map(({ cost, vertices }) => ({ cost, vertices, extra: 0 }))
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index]!
    const weight = weights[index]!
    if (part.references.length > 0) addReferences(part, weight, known)
    const outer = weights[part.parent]
    if (!outer) continue
    outer.cost += weight.cost
    outer.vertices += weight.vertices
  }
  return weights
}

/** Adds the shapes that the references of a part draw: its paints and markers are those of all shapes in it, too. */
function addReferences({ element, references }: Part, weight: Weight, known: readonly Weight[]): void {
  const costBy = (pattern: RegExp) =>
    references
      .filter(({ name }) => pattern.test(name))
      .map(
        ({ name, target }) =>
          Math.floor(known[target]?.cost ?? Infinity) + (ownCosts[referringTags.get(name) ?? ''] ?? 0)
      )
      .reduce((sum, cost) => sum + cost, 0)
  const content = costBy(/use|href/)
  weight.vertices += content > 0 ? (known[references[0]!.target]?.vertices ?? 0) : 0
  const [paints, markers] = [costBy(/fill|stroke/), costBy(/marker/)]
  // An infinite cost that is multiplied by no shape gives NaN, which counts as 0.
  const inherited = ((weight.cost + content) * paints || 0) + (weight.vertices * markers * (1 + paints) || 0)
  // Shapes that are themselves repeated would inherit it, more often than they are counted here.
  const isRepeated = inherited > 0 && element.querySelector(repeatedTags) !== null
  weight.extra = content + (isRepeated ? Infinity : inherited) + costBy(/mask|clip/)
  weight.cost += weight.extra
}

/**
 * Returns the cost of an element that is drawn again, in shapes: a browser copies also content that it does not paint,
 * and long paths and texts.
 */
function costOf(element: Element): number {
  const texts = [...element.attributes, ...element.childNodes].map((node) => node.nodeValue?.length ?? 0)
  const characters = texts.reduce((sum, length) => sum + length, 0)
  const own = wrappingTags.has(element.localName) ? 1 / wrappersPerShape : 1
  return own + Math.floor(characters / charactersPerShape) + layoutCost(element)
}

/** Returns the cost of a text's layout beyond that of a seat's number, in shapes. */
function layoutCost(element: Element): number {
  if (element.localName !== 'text') return 0
  return Math.floor((element.textContent?.length ?? 0) ** 2 / squaredCharactersPerShape)
}

/** Returns the largest number of vertices that a shape may have, two of a line: each number or letter may be one. */
function verticesOf(element: Element): number {
  const drawn = `${element.getAttribute('d') ?? ''} ${element.getAttribute('points') ?? ''}`
  return (drawn.match(/[a-z]|(?:\d*\.)?\d+/gi)?.length ?? 0) + 2
}

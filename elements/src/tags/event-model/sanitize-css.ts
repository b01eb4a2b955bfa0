import type { Block, CssNode, Declaration, Rule, StyleSheet } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import walk from 'css-tree/walker'
import { referredId, referringTags } from './limit-drawing.ts'

// Allow-lists for the css of a model; everything else is dropped. The reasons are in
// docs/decisions/0025-sanitised-event-models.md.

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/**
 * Properties for the look and the position of shapes and texts. None of them loads anything, leaves the drawing or
 * names a part of the page.
 */
const properties = words(`
  fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset paint-order vector-effect shape-rendering text-rendering color-interpolation
  color opacity background-color stop-color stop-opacity visibility display mix-blend-mode
  x y cx cy r rx ry width height transform transform-origin transform-box clip-rule
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-variant-numeric font-weight
  font-kerning letter-spacing word-spacing text-anchor text-decoration text-transform dominant-baseline
  alignment-baseline baseline-shift writing-mode white-space line-height text-align cursor
  mask-type overflow
`)

/** Functions in css values and in attributes of the svg. No image-set(), src(), attr(), env() or element(). */
export const allowedFunctions = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp
  matrix translate translatex translatey scale scalex scaley rotate skewx skewy
`)

/** The custom properties that the page gives to all our elements; a model cannot set any. */
const themeProperty = /^--kc-[a-z-]+$/

/**
 * Allowed node types of css-tree in a value. Not allowed: Url, and Raw, which is text that the parser did not
 * understand.
 */
const valueNodeTypes = words('Value Identifier Number Dimension Percentage String Hash Operator Function Parentheses')

/** Node types in a selector. No pseudo elements, no nesting, and only the pseudo classes below. */
const selectorNodeTypes = words(`
  Selector SelectorList TypeSelector ClassSelector IdSelector AttributeSelector Combinator PseudoClassSelector
  Nth AnPlusB Identifier String
`)

/**
 * Pseudo classes. Not allowed: `:host`, which reaches out of the drawing, and `:has()`, whose cost grows with the
 * square of the shapes.
 */
const pseudoClasses = words(`
  hover focus focus-visible focus-within first-child last-child only-child first-of-type last-of-type only-of-type
  nth-child nth-of-type nth-last-child nth-last-of-type not is where
`)

const combinators: ReadonlySet<string> = new Set([' ', '>', '+', '~'])

/** Node types in the condition of @media, the only allowed at-rule. */
const mediaNodeTypes = words(`
  AtrulePrelude MediaQueryList MediaQuery Condition Feature FeatureRange Identifier Number Dimension Ratio Operator
`)

/**
 * Limit of split characters: with each mistake css-tree splits the whole text into lines, for a message that nobody
 * reads: 150,000 characters of mistakes took ten seconds. A drawing with a hundred mistakes in 30 kB costs three
 * millions.
 */
const maxSplit = 30_000_000

/** Decides on a reference of a rule, or of a style attribute, which has no selectors. */
export type Refer = (property: string, id: string, selectors: readonly string[]) => 'stays' | 'taken' | 'goes'

/**
 * Creates a sanitizer that reduces the css of one drawing to the allow-list: any other rule or declaration is dropped.
 *
 * @param refer decides on references to elements of the drawing
 * @param dropped gets the names of dropped at-rules, and of properties that would have drawn or loaded something
 */
export function createCssSanitizer(refer: Refer, dropped: (name: string) => void) {
  let split = 0
  const parsed = (css: string, context: 'stylesheet' | 'declarationList'): CssNode =>
    parse(css, {
      context,
      parseCustomProperty: false,
      onParseError() {
        split += css.length
        if (split > maxSplit) throw new Error('The css has too many mistakes')
      }
    })
  const declarationsOf = (nodes: Iterable<CssNode>, selectors: readonly string[] = []): string =>
    [...nodes]
      .filter((node): node is Declaration => node.type === 'Declaration')
      .map(({ property, value }) => ({ name: property.toLowerCase(), value, text: generate(value) }))
      .filter(({ name, value, text }) => {
        const id = referringTags.has(name) ? referredId(text) : undefined
        const verdict = id === undefined ? isAllowed(name, value, text) : refer(name, id, selectors)
        if (verdict === 'goes' && /url|\(/i.test(text)) dropped(name)
        return verdict === 'stays'
      })
      .map(({ name, text }) => `${name}:${text}`)
      .join(';')

  function ruleOf({ prelude, block }: Rule): string {
    if (prelude.type !== 'SelectorList') return ''
    const selectors = [...prelude.children].filter(isAllowedSelector).map((selector) => generate(selector))
    const declarations = selectors.length > 0 ? declarationsOf(block.children, selectors) : ''
    return declarations ? `${selectors.join()}{${declarations}}\n` : ''
  }

  function rulesOf(nodes: Iterable<CssNode>, outermost: boolean): string {
    const rules = [...nodes].map((node) => {
      if (node.type === 'Rule') return ruleOf(node)
      if (node.type !== 'Atrule') return ''
      const { name, prelude, block } = node
      if (outermost && isMedia(name, prelude) && block)
        return `@media ${generate(prelude!)}{${rulesOf(block.children, false)}}\n`
      dropped(`@${name}`)
      return ''
    })
    return rules.join('')
  }

  return {
    /** @throws Error when the css has too many mistakes */
    styleSheet: (css: string) => rulesOf((parsed(css, 'stylesheet') as StyleSheet).children, true),
    /** Sanitizes the content of a style attribute in the same way. */
    declarations: (css: string) => declarationsOf((parsed(css, 'declarationList') as Block).children)
  }
}

const isMedia = (name: string, prelude: CssNode | null): boolean =>
  name.toLowerCase() === 'media' && prelude !== null && everyNode(prelude, ({ type }) => mediaNodeTypes.has(type))

function isAllowed(name: string, value: CssNode, text: string): 'stays' | 'goes' {
  // A mask or marker that is inherited would be counted for one element, and drawn for all below it.
  const isOne = referringTags.has(name) && name !== 'fill' && name !== 'stroke'
  const isKept = isOne ? text === 'none' : properties.has(name) && everyNode(value, isAllowedValueNode)
  return isKept ? 'stays' : 'goes'
}

function isAllowedValueNode(node: CssNode): boolean {
  if (node.type === 'Function') return allowedFunctions.has(node.name.toLowerCase()) || isThemeProperty(node)
  return valueNodeTypes.has(node.type)
}

function isThemeProperty(node: CssNode): boolean {
  if (node.type !== 'Function' || node.name.toLowerCase() !== 'var') return false
  const [property, ...fallback] = node.children
  return property?.type === 'Identifier' && themeProperty.test(property.name) && fallback.length === 0
}

function isAllowedSelector(selector: CssNode): boolean {
  return everyNode(selector, (node) => {
    if (node.type === 'PseudoClassSelector') return pseudoClasses.has(node.name.toLowerCase())
    if (node.type === 'Combinator') return combinators.has(node.name)
    return selectorNodeTypes.has(node.type)
  })
}

function everyNode(tree: CssNode, predicate: (node: CssNode) => boolean): boolean {
  let all = true
  walk(tree, (node) => {
    all &&= predicate(node)
  })
  return all
}

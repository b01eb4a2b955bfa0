// Allow-lists for the css of a model; everything else is dropped. The reasons are in
// docs/decisions/0025-sanitised-event-models.md.

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** The look and the position of shapes and texts; none of these loads anything, leaves the drawing or names part of the page. */
export const properties = words(`
  fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset paint-order vector-effect shape-rendering text-rendering color-interpolation
  color opacity background-color stop-color stop-opacity visibility display mix-blend-mode
  x y cx cy r rx ry width height transform transform-origin transform-box clip-rule
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-variant-numeric font-weight
  font-kerning letter-spacing word-spacing text-anchor text-decoration text-transform dominant-baseline
  alignment-baseline baseline-shift writing-mode white-space line-height text-align cursor
`)

/** Functions in css values and in attributes of the svg. No url(), image-set(), src(), attr(), env() or element(). */
export const functions = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp
  matrix translate translatex translatey scale scalex scaley rotate skewx skewy
`)

/** The custom properties that the page gives to all our elements; a model cannot set any. */
export const themeProperty = /^--kc-[a-z-]+$/

/**
 * Allowed node types of css-tree in a value. Not allowed: Url, and Raw, which is text that the parser did not
 * understand.
 */
export const valueNodeTypes = words(
  'Value Identifier Number Dimension Percentage String Hash Operator Function Parentheses'
)

/** Node types in a selector. No pseudo elements, no nesting, and only the pseudo classes below. */
export const selectorNodeTypes = words(`
  Selector SelectorList TypeSelector ClassSelector IdSelector AttributeSelector Combinator PseudoClassSelector
  Nth AnPlusB Identifier String
`)

/**
 * The list lacks :host, which reaches out of the drawing, and :has(), whose cost grows with the square of the shapes.
 */
export const pseudoClasses = words(`
  hover focus focus-visible focus-within first-child last-child only-child first-of-type last-of-type only-of-type
  nth-child nth-of-type nth-last-child nth-last-of-type not is where
`)

export const combinators: ReadonlySet<string> = new Set([' ', '>', '+', '~'])

/** Node types in the condition of @media, the only allowed at-rule. */
export const mediaNodeTypes = words(`
  AtrulePrelude MediaQueryList MediaQuery Condition Feature FeatureRange Identifier Number Dimension Ratio Operator
`)

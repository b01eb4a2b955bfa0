// What a model's css may say; everything that is not here is left out. Why each list ends where it does stands in
// docs/decisions/sanitised-event-models.md.

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** How a shape or a text looks and where it lies in the drawing; none of them loads, moves out, or names anything of the page. */
export const properties = words(`
  fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset paint-order vector-effect shape-rendering text-rendering color-interpolation
  color opacity background-color stop-color stop-opacity visibility display mix-blend-mode
  x y cx cy r rx ry width height transform transform-origin transform-box clip-rule
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-variant-numeric font-weight
  font-kerning letter-spacing word-spacing text-anchor text-decoration text-transform dominant-baseline
  alignment-baseline baseline-shift writing-mode white-space line-height text-align cursor
`)

/** Functions of css values, also in attributes of the svg. No url(), image-set(), src(), attr(), env() or element(). */
export const functions = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp
  matrix translate translatex translatey scale scalex scaley rotate skewx skewy
`)

/** Own custom properties cannot be set; these are the ones that the page gives all elements of ours. */
export const themeProperty = /^--kc-[a-z-]+$/

/** Parts of a value. Not among them: Url, and Raw, which is what the parser did not understand. */
export const valueParts = words(
  'Value Identifier Number Dimension Percentage String Hash Operator Function Parentheses'
)

/** Parts of a selector. No pseudo element and no nesting; a pseudo class only by the list below. */
export const selectorParts = words(`
  Selector SelectorList TypeSelector ClassSelector IdSelector AttributeSelector Combinator PseudoClassSelector
  Nth AnPlusB Identifier String
`)

/** Not :host, which leaves the drawing, nor :has(), whose cost grows with the square of the shapes. */
export const pseudoClasses = words(`
  hover focus focus-visible focus-within first-child last-child only-child first-of-type last-of-type only-of-type
  nth-child nth-of-type nth-last-child nth-last-of-type not is where
`)

export const combinators: ReadonlySet<string> = new Set([' ', '>', '+', '~'])

/** Parts of the condition of @media, the one at-rule. */
export const mediaParts = words(`
  AtrulePrelude MediaQueryList MediaQuery Condition Feature FeatureRange Identifier Number Dimension Ratio Operator
`)

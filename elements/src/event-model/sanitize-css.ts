import type { Atrule, Block, CssNode, Declaration, Rule, StyleSheet } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import walk from 'css-tree/walker'
import {
  combinators,
  functions,
  mediaNodeTypes,
  properties,
  pseudoClasses,
  selectorNodeTypes,
  themeProperty,
  valueNodeTypes
} from './allowed-css.ts'

/**
 * Limit of split characters: with each mistake css-tree splits the whole text into lines, for a message that nobody
 * reads: 150,000 characters of mistakes took ten seconds. A drawing with a hundred mistakes in 30 kB costs three
 * millions.
 */
const maxSplit = 30_000_000

/** Creates a sanitizer that reduces the css of one drawing to the allow-list: any other rule or declaration is dropped. */
export function createCssSanitizer() {
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
  return {
    /** @throws Error when the css has too many mistakes */
    styleSheet: (css: string) => rulesOf((parsed(css, 'stylesheet') as StyleSheet).children, true),
    /** Sanitizes the content of a style attribute in the same way. */
    declarations: (css: string) => declarationsOf((parsed(css, 'declarationList') as Block).children)
  }
}

function rulesOf(nodes: Iterable<CssNode>, outermost: boolean): string {
  return [...nodes]
    .map((node) => {
      if (node.type === 'Rule') return ruleOf(node)
      return node.type === 'Atrule' && outermost ? mediaOf(node) : ''
    })
    .join('')
}

function ruleOf({ prelude, block }: Rule): string {
  if (prelude.type !== 'SelectorList') return ''
  const selectors = [...prelude.children].filter(isAllowedSelector).map((selector) => generate(selector))
  const declarations = declarationsOf(block.children)
  return selectors.length > 0 && declarations ? `${selectors.join(',')}{${declarations}}\n` : ''
}

function mediaOf({ name, prelude, block }: Atrule): string {
  if (name.toLowerCase() !== 'media' || !prelude || !block) return ''
  if (!everyNode(prelude, ({ type }) => mediaNodeTypes.has(type))) return ''
  return `@media ${generate(prelude)}{${rulesOf(block.children, false)}}\n`
}

function declarationsOf(nodes: Iterable<CssNode>): string {
  return [...nodes]
    .filter((node): node is Declaration => node.type === 'Declaration')
    .filter(({ property, value }) => properties.has(property.toLowerCase()) && everyNode(value, isAllowedValueNode))
    .map(({ property, value }) => `${property.toLowerCase()}:${generate(value)}`)
    .join(';')
}

function isAllowedValueNode(node: CssNode): boolean {
  if (node.type === 'Function') return functions.has(node.name.toLowerCase()) || isThemeProperty(node)
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

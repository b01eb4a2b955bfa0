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

/** A model's css, reduced to what the allow-list names: any other rule or declaration is dropped. */
export function sanitizeStyleSheet(css: string): string {
  const sheet = parse(css, { parseCustomProperty: false }) as StyleSheet
  return rulesOf(sheet.children, true)
}

/** The same for the content of a style attribute. */
export function sanitizeDeclarations(css: string): string {
  const list = parse(css, { context: 'declarationList' }) as Block
  return declarationsOf(list.children)
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
  if (!every(prelude, ({ type }) => mediaNodeTypes.has(type))) return ''
  return `@media ${generate(prelude)}{${rulesOf(block.children, false)}}\n`
}

function declarationsOf(nodes: Iterable<CssNode>): string {
  return [...nodes]
    .filter((node): node is Declaration => node.type === 'Declaration')
    .filter(({ property, value }) => properties.has(property.toLowerCase()) && every(value, isAllowedValueNode))
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
  return every(selector, (node) => {
    if (node.type === 'PseudoClassSelector') return pseudoClasses.has(node.name.toLowerCase())
    if (node.type === 'Combinator') return combinators.has(node.name)
    return selectorNodeTypes.has(node.type)
  })
}

function every(tree: CssNode, predicate: (node: CssNode) => boolean): boolean {
  let all = true
  walk(tree, (node) => {
    all &&= predicate(node)
  })
  return all
}

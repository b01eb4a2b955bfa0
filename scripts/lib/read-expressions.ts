import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser'

/**
 * Reads the regular expressions of a file: literals as `/source/flags`, and code that constructs one as it is written.
 */
export function readExpressions(path: string, code: string): string[] {
  const found: string[] = []
  const construction = ({ callee, start, end }: NewExpression | CallExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') found.push(code.slice(start, end))
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push(`/${node.regex.pattern}/${node.regex.flags}`)
    },
    NewExpression: construction,
    CallExpression: construction
  }).visit(parseSync(path, code).program)
  return found
}

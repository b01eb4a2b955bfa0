import { parseSync, Visitor } from 'oxc-parser'

/**
 * The regular expressions of a file: literals as `/source/flags`, and what constructs one as it is written.
 *
 * @param {string} path
 * @param {string} code
 * @returns {string[]}
 */
export function readExpressions(path, code) {
  /** @type {string[]} */
  const found = []
  /** @param {import('oxc-parser').NewExpression | import('oxc-parser').CallExpression} node */
  const construction = ({ callee, start, end }) => {
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

import { limits } from '../limits/limits.ts'

const codeOf = (sign: string): number => sign.charCodeAt(0)
const [quote, backslash, comma] = [codeOf('"'), codeOf('\\'), codeOf(',')]
const openings: ReadonlySet<number> = new Set([codeOf('{'), codeOf('[')])
const closings: ReadonlySet<number> = new Set([codeOf('}'), codeOf(']')])

/**
 * Returns the limit that a JSON text exceeds before it is parsed: a small text can have a hundred thousand members, each
 * of which costs the parser and the schema more than its bytes.
 * @param bytes limit of the text
 */
export function exceededLimit(text: string, bytes: number) {
  const members = (bytes / 1024) * limits.bodyMembers.most
  let [found, depth, isText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === backslash) at += 1
      else if (code === quote) isText = false
    } else if (code === quote) isText = true
    else if (code === comma) found += 1
    else if (openings.has(code)) [found, depth] = [found + 1, depth + 1]
    else if (closings.has(code)) depth -= 1
    if (depth > limits.bodyDepth.most) return limits.bodyDepth
    if (found > members) return limits.bodyMembers
  }
  return undefined
}

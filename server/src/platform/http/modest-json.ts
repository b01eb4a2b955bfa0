import { limits } from '../limits/limits.ts'

/**
 * Returns the limit that a JSON text exceeds before it is parsed: a small text can have a hundred thousand members, each
 * of which costs the parser and the schema more than its bytes.
 * @param bytes limit of the text
 */
export function exceededLimit(text: string, bytes: number) {
  const members = (bytes / 1024) * limits.bodyMembers.most
  let [found, depth, isText] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at += 1
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === ',') found += 1
    else if (sign === '{' || sign === '[') [found, depth] = [found + 1, depth + 1]
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > limits.bodyDepth.most) return limits.bodyDepth
    if (found > members) return limits.bodyMembers
  }
  return undefined
}

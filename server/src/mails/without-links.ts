import { oneLine } from '../platform/mail/one-line.ts'

/** Long parts around a dot are those of a domain; titles such as M.Sc. and Dr.techn. have short ones. */
const looksLikeLink = /[:/\\@。]|\bwww\b|[\p{L}\p{N}-]{6}\.[\p{L}\p{N}]|[\p{L}\p{N}]\.[\p{L}\p{N}-]{6}/iu

/**
 * Prepares a name for a mail. Mail programs make links of texts that look like the address of a page, so that anybody
 * who may enter a name could have this server mail links to strangers.
 * @returns empty for a name that looks like a link
 */
export function withoutLinks(name: string): string {
  const line = oneLine(name.normalize('NFKC'))
  // M.Sc. and bit.ly are the same to a mail program: with a space behind the dot neither is a link.
  return looksLikeLink.test(line) ? '' : line.replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
}

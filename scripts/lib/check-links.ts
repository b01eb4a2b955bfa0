import { posix } from 'node:path'

const codeBlocks = /^ *(`{3,}).*\n[^]*?^ *\1`*$/gm
const link = /\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|^\[[^\]]+\]: (\S+)|\bhref="([^"]+)"/gm

/** Returns the anchors of a page, as GitHub makes them of its headings; a repeated one gets a number. */
function anchorsOf(page: string) {
  const seen = new Map<string, number>()
  const headings = page.replaceAll(codeBlocks, '').matchAll(/^#{1,6} (.+)$/gm)
  const anchors = [...headings].map(([, heading = '']) => {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = text.replaceAll(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-')
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
  return new Set(anchors)
}

/** Checks that links of pages within the repository lead to a file or folder, and to a heading that it has. */
export function checkLinks(files: string[], read: (path: string) => string) {
  const folders = files.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/')))
  const known = new Set([...files, ...folders])
  return files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const text = read(path)
        .replaceAll(codeBlocks, '')
        .replaceAll(/`[^`\n]*`/g, '')
      const links = [...text.matchAll(link)].map(([, inline, reference, html]) => inline ?? reference ?? html ?? '')
      return links
        .filter((address) => !/^[a-z]+:/i.test(address))
        .filter((address) => {
          const [target = '', anchor] = address.split('#')
          const file = target === '' ? path : posix.join(posix.dirname(path), decodeURI(target)).replace(/\/$/, '')
          if (!known.has(file === '.' ? '' : file)) return true
          return anchor !== undefined && !(file.endsWith('.md') && anchorsOf(read(file)).has(anchor))
        })
        .map((address) => `${path} links to ${address}, which is not there`)
    })
}

let visitors = 0

/**
 * Returns headers of a visitor with an address of its own, and so with a budget of its own, for a server behind a
 * proxy.
 */
export const visitor = () => ({ 'x-forwarded-for': `10.1.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}` })

/** Reads a page of `/verify`; `result` is its verdict. */
export async function readPage(response: Response) {
  const text = await response.text()
  const result = /<h2 id="result">.*?<\/svg>\s*(.*?)\s*<\/h2>/s.exec(text)?.[1]
  return { status: response.status, headers: response.headers, text, result }
}

/** Reads the signed token in a letter. */
export const tokenOf = ({ pdf }: { readonly pdf: Uint8Array }): string =>
  /eyJ[\w-]+\.[\w-]+\.[\w-]{86}/.exec(Buffer.from(pdf).toString('latin1'))?.[0] ?? ''

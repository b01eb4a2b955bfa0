import { absoluteUrl } from './absolute-url.ts'

const webAddress = /^https?:\/\//i

/** A link's address; null unless it is http(s), since a click could run any other. */
export function webAddressOf(link: string | null): string | null {
  const address = link?.trim() ?? ''
  return webAddress.test(address) ? absoluteUrl(address) : null
}

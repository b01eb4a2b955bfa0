import { absoluteUrl } from './absolute-url.ts'

const webAddress = /^https?:\/\//i

/** Returns the address of a link; null unless it is http(s): a click on another address could run code. */
export function webAddressOf(link: string | null): string | null {
  const address = link?.trim() ?? ''
  return webAddress.test(address) ? absoluteUrl(address) : null
}

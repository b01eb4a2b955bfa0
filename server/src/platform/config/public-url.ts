import { isIP } from 'node:net'
import type { Config } from './config.ts'

type PublicUrl = Pick<Config, 'publicUrl'>

/** Returns PUBLIC_URL without a trailing slash; empty if it is not set. */
export function publicBase({ publicUrl }: PublicUrl): string {
  return publicUrl.replace(/([^/]|^)\/+$/, '$1')
}

/**
 * Returns the path of PUBLIC_URL, such as `/konto/center`; empty for a server at the root of its host. The reverse
 * proxy removes the path from requests, but every address that a browser resolves against the host needs it.
 */
export function publicPath(config: PublicUrl): string {
  return config.publicUrl === '' ? '' : new URL(publicBase(config)).pathname.replace(/([^/]|^)\/+$/, '$1')
}

/** Returns the page with the customer center; on this server it is found under each name by which people reach it. */
export const homeOf = (config: PublicUrl & Pick<Config, 'shopUrl'>): string =>
  config.shopUrl || `${publicPath(config)}/`

/** Tells whether people reach the server over TLS, whatever the proxy says. */
export function publicUrlIsHttps({ publicUrl }: PublicUrl): boolean {
  return publicUrl.startsWith('https:')
}

/** The relying party of WebAuthn, for which passkeys are valid. */
export interface RelyingParty {
  /** The domain. */
  readonly id: string
  readonly origin: string
}

/**
 * Derives the relying party from PUBLIC_URL if browsers allow passkeys there: a domain, over TLS or on this machine.
 * Otherwise undefined.
 */
export function relyingParty(config: PublicUrl): RelyingParty | undefined {
  if (config.publicUrl === '') return undefined
  const { hostname, origin } = new URL(config.publicUrl)
  const isDomain = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return isDomain && (publicUrlIsHttps(config) || hostname === 'localhost') ? { id: hostname, origin } : undefined
}

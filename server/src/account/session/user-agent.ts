import { parse } from 'bowser'
import type { FastifyRequest } from 'fastify'

/** A browser's name for itself (the User-Agent header); null without one. */
export type UserAgent = string | null

/**
 * Limit of stored characters: only programs send longer user agents, and more characters say nothing about the device.
 */
const maxCharacters = 400

export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): UserAgent {
  return headers['user-agent']?.slice(0, maxCharacters) ?? null
}

/** Names browser and system in German, such as `Firefox auf Windows`; null if the user agent names no browser. */
export function deviceName(userAgent: UserAgent): string | null {
  if (!userAgent) return null
  const { browser, os, platform } = parse(userAgent)
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  if (!browser.name) return null
  return system ? `${browser.name} auf ${system}` : browser.name
}

import { readRuntimeConfig, type RuntimeConfig } from '@customer-center/contract/runtime-config'
import { type Call, callIn } from '../client/call.ts'
import { loadProfile } from '../client/load-profile.ts'
import type { Profile } from '../client/identify.ts'
import type { Session } from '../client/session.ts'
import { ownSession, sharedSession } from '../client/sessions.ts'
import { loadOthers, loadTexts, readJson, type Texts } from '../texts/load.ts'

/** The element's attributes; null where one is missing. */
export interface Settings {
  readonly sessionToken: string | null
  readonly language: string | null
  readonly textsUrl: string | null
}

/** A file that is on its way. */
export interface Asked {
  readonly url: URL
  readonly response: Promise<Response>
}

/** A session and what is known in it so far. */
export interface Entry {
  readonly session: Session
  /** Whether the session is this element's alone, because the host gave it a token. */
  readonly own: boolean
  readonly call: Call
  readonly firstProfile: () => Promise<Profile> | null
}

export interface Started {
  readonly config: RuntimeConfig
  readonly texts: Texts
  readonly settings: Settings
  readonly entry: Entry
  /** Loads the texts that are not shown. Throws FileError. */
  readonly loadOthers: () => Promise<void>
}

/**
 * Loads what the first screen needs while the app's code is still on its way. `asked` is the configuration, which the tag has
 * asked for by itself: who is logged in can only be asked after it. The languages that are not used wait until
 * something is to be seen: four requests before that cost more than the whole shell. Throws FileError.
 */
export async function start(settings: Settings, asked: Asked, life: AbortSignal): Promise<Started> {
  const textsUrl = new URL((settings.textsUrl || 'assets').replace(/\/*$/, '/'), document.baseURI)
  const texts = loadTexts(textsUrl, life)
  texts.catch(() => undefined)
  const config = beside(asked.url, readRuntimeConfig(await readJson(asked.url, asked.response, life)))
  const entry = enter(config, settings, life)
  return { config, settings, entry, texts: await texts, loadOthers: () => loadOthers(textsUrl, life) }
}

/** The session that belongs to the settings, with its profile already asked for. */
export function enter(config: RuntimeConfig, settings: Settings, life: AbortSignal): Entry {
  const { sessionToken, language } = settings
  const session = sessionToken ? ownSession(config, language, sessionToken) : sharedSession(config, language)
  const call = callIn(session, life)
  let first: Promise<Profile> | null = sessionToken ? loadProfile({ config, session, call }) : null
  first?.catch(() => undefined)
  const firstProfile = () => {
    const begun = first
    first = null
    return begun
  }
  return { session, own: sessionToken !== null && sessionToken !== '', call, firstProfile }
}

/** Pictures count from the configuration's own place. */
function beside(place: URL, config: RuntimeConfig): RuntimeConfig {
  const images = Object.entries(config.images).map(([route, sizes]) => [
    route,
    Object.fromEntries(Object.entries(sizes ?? {}).map(([size, url]) => [size, new URL(url, place).href]))
  ])
  return { ...config, images: Object.fromEntries(images) as RuntimeConfig['images'] }
}

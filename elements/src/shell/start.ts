import { readRuntimeConfig, type RuntimeConfig } from '@customer-center/contract/runtime-config'
import { type Call, callIn } from '../client/call.ts'
import { loadProfile } from '../client/load-profile.ts'
import type { Profile } from '../client/profile.ts'
import type { EarlyCall } from '../client/request.ts'
import type { Session } from '../client/session.ts'
import { ownSession, sharedSession } from '../client/sessions.ts'
import { type Asked, readJson, readTexts, type Texts } from '../texts/load.ts'
import { type FirstView, showFirst } from './first-view.tsx'

/** The element's attributes; null where one is missing. */
export interface Settings {
  readonly sessionToken: string | null
  readonly language: string | null
}

/** What the tag has asked for by itself, while this code was on its way. */
export interface Files {
  readonly config: Asked
  readonly texts: readonly [Asked, Asked]
  /** Who is logged in; null where the tag left that question to this code. */
  readonly profile: Promise<EarlyCall | null> | null
}

/** A session and what is known in it so far. */
export interface Entry {
  readonly session: Session
  /** Whether the session is this element's alone, because the host gave it a token. */
  readonly own: boolean
  readonly call: Call
  /** The profile call that is on its way or has failed; once, then null, as when the session has learned the profile from it. */
  readonly firstProfile: () => Promise<Profile> | null
  /** Settles when it is known who is logged in, or that nobody can tell. */
  readonly answered: Promise<void>
}

/** All that is known before anything is drawn. */
export interface Beginning {
  readonly config: RuntimeConfig
  readonly texts: Texts
  readonly settings: Settings
  readonly entry: Entry
}

export interface Started extends Beginning {
  /** Reads the texts that are not shown, too: the next version may show them. Throws FileError. */
  readonly readTexts: typeof readTexts
  /** Settles when what stands there before React has been seen; at once if nothing does. */
  readonly seen: () => Promise<void>
  /** Begins the time of React: what stands there, if that is still right. */
  readonly takeOver: () => FirstView | null
  /** Whether somebody has followed a link of what stood there. */
  readonly followed: () => boolean
}

/**
 * A profile that comes within this time is drawn at once; a skeleton would be drawn and replaced before anybody can see it. Longer in
 * tests of what then stands there.
 */
export const patience = { ms: 100 }

/**
 * Makes a start from the files, and asks who is logged in as soon as the configuration says where. Throws FileError.
 *
 * @param root where menu and tiles are shown as soon as it is known to whom; null for an element that has none
 */
export async function start(
  settings: Settings,
  files: Files,
  life: AbortSignal,
  root: ShadowRoot | null
): Promise<Started> {
  const config = beside(files.config.url, readRuntimeConfig(await readJson(files.config, life)))
  const entry = enter(config, settings, life, await files.profile)
  const texts = await readTexts(files.texts, life)
  const beginning = { config, settings, entry, texts }
  const appearance = root ? appear(root, beginning, life) : nothing
  await Promise.race([entry.answered, wait(patience.ms)])
  return { ...beginning, ...appearance, readTexts }
}

type Appearance = Pick<Started, 'seen' | 'takeOver' | 'followed'>

const nothing: Appearance = { seen: () => Promise.resolve(), takeOver: () => null, followed: () => false }

function appear(root: ShadowRoot, beginning: Beginning, life: AbortSignal): Appearance {
  let view: FirstView | null = null
  let over = false
  void beginning.entry.answered.then(() => {
    if (!over && !life.aborted) view = showFirst(root, beginning, life)
  })
  life.addEventListener('abort', () => view?.box.remove())
  const takeOver = () => {
    over = true
    return view?.fits() ? view : null
  }
  return { seen: () => view?.seen ?? Promise.resolve(), takeOver, followed: () => view?.followed() ?? false }
}

/** The session that belongs to the settings, with its profile already asked for. */
export function enter(
  config: RuntimeConfig,
  settings: Settings,
  life: AbortSignal,
  early: EarlyCall | null = null
): Entry {
  const { sessionToken, language } = settings
  const session = sessionToken
    ? ownSession(config, language, sessionToken, early)
    : sharedSession(config, language, early)
  const call = callIn(session, life)
  let first: Promise<Profile> | null = sessionToken ? loadProfile({ config, session, call }) : null
  const answered = first ? first.then(() => void (first = null)).catch(() => undefined) : started(session)
  const firstProfile = () => {
    const begun = first
    first = null
    return begun
  }
  return { session, own: sessionToken !== null && sessionToken !== '', call, firstProfile, answered }
}

/** Resolves when the session no longer asks its cookie. */
function started({ view, subscribe }: Session): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (view().state === 'starting') return
      stop()
      resolve()
    }
    const stop = subscribe(look)
    look()
  })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Pictures count from the configuration's own place; one whose URL nobody can read is left out. */
function beside(place: URL, config: RuntimeConfig): RuntimeConfig {
  const images = Object.entries(config.images).map(([route, sizes]) => [
    route,
    Object.fromEntries(
      Object.entries(sizes ?? {})
        .filter(([, url]) => URL.canParse(url, place))
        .map(([size, url]) => [size, new URL(url, place).href])
    )
  ])
  return { ...config, images: Object.fromEntries(images) as RuntimeConfig['images'] }
}

import { readRuntimeConfig, type RuntimeConfig } from '@customer-center/contract/runtime-config'
import { type Call, callIn } from '../client/call.ts'
import { CallError, sentenceOf } from '../client/call-error.ts'
import type { Session } from '../client/session.ts'
import { ownSession, sharedSession } from '../client/sessions.ts'
import { type EventModelKeys, loadEventModel } from '../data/event-model.ts'
import { type Asked, readJson, readTexts } from '../texts/load.ts'
import { type LayersView, viewIn } from './layers-view.ts'

/** What the host asks `<event-layers>` for; null where an attribute is missing. */
export interface Wanted {
  readonly sessionToken: string | null
  readonly language: string | null
  readonly modelId: string | null
  readonly eventId: string | null
}

/** What the tag has asked for while this code was on its way. */
export interface Files {
  readonly config: Asked
  readonly texts: readonly [Asked, Asked]
}

const notLoggedIn = new CallError('refused', { status: 401 })

type Tell = (type: 'model-load' | 'model-error', detail: Record<string, unknown>) => void

/** Draws the wanted model, and another one as soon as the host wants that; until `life` ends. Throws FileError. */
export async function startLayers(
  root: ShadowRoot,
  wanted: Wanted,
  files: Files,
  tell: Tell,
  life: AbortSignal
): Promise<Layers> {
  const config = readRuntimeConfig(await readJson(files.config, life))
  const { sessionToken: token, language } = wanted
  const session = token ? ownSession(config, language, token) : sharedSession(config, language)
  // A drawing needs hardly any texts: without them it is still a drawing.
  const texts = readTexts(files.texts, life).catch(() => ({}))
  return new Layers(config, session, Boolean(token), viewIn(root, texts), wanted, tell, life)
}

export class Layers {
  readonly #config: RuntimeConfig
  readonly #session: Session
  readonly #call: Call
  readonly #view: LayersView
  readonly #tell: Tell
  readonly #life: AbortSignal
  #wanted: Wanted
  /** Ends what a newer wish has overtaken. */
  #turn = new AbortController()
  /** The session for which the drawing was asked, if it was. */
  #asked: number | null = null

  constructor(
    config: RuntimeConfig,
    session: Session,
    own: boolean,
    view: LayersView,
    wanted: Wanted,
    tell: Tell,
    life: AbortSignal
  ) {
    this.#config = config
    this.#session = session
    this.#call = callIn(session, life)
    this.#view = view
    this.#wanted = wanted
    this.#tell = tell
    this.#life = life
    const stop = session.subscribe(() => this.#look())
    life.addEventListener('abort', () => {
      stop()
      this.#turn.abort()
    })
    // A token of the host's may take a moment, and the session tells then.
    if (!own || session.view().state !== 'out') this.#look()
  }

  /** The host wants another model, or another event's. */
  want(wanted: Wanted): void {
    this.#wanted = wanted
    this.#session.locale = wanted.language || this.#config.defaultLanguage
    this.#asked = null
    this.#look()
  }

  /** Judges the session: whether the drawing may be asked for, has to go, or waits for a login. */
  #look(): void {
    const { state, generation } = this.#session.view()
    if (!this.#wanted.modelId) {
      this.#begin()
      this.#view.clear()
    } else if (state === 'out') {
      this.#begin()
      this.#fail(notLoggedIn)
    } else if (state !== 'starting') {
      if (this.#asked !== generation) void this.#load(generation)
      // The call waits for the login that lies over an expired session; alone in the page, nobody would know.
      if (state === 'expired' && this.#view.waiting) this.#fail(notLoggedIn)
    }
  }

  /** A new turn; whatever the one before still brings is passed over. */
  #begin(): AbortSignal {
    this.#turn.abort()
    this.#turn = new AbortController()
    this.#asked = null
    return AbortSignal.any([this.#turn.signal, this.#life])
  }

  async #load(generation: number): Promise<void> {
    const signal = this.#begin()
    this.#asked = generation
    const keys = keysOf(this.#wanted)
    this.#view.wait()
    try {
      const drawing = import('./picture.ts')
      drawing.catch(() => undefined)
      const model = await loadEventModel(this.#call, this.#config, keys, signal)
      const { pictureOf } = await drawing
      const name = (await this.#view.text('eventModel.name')) || keys.modelId
      if (signal.aborted) return
      this.#view.show(pictureOf(model, name))
      this.#tell('model-load', { ...keys })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    const status = error instanceof CallError ? error.status : 0
    this.#view.fail({
      kind: status === 401 ? 'login' : error instanceof CallError ? 'failed' : 'unreadable',
      reason: sentenceOf(error, ''),
      retry: status === 401 ? null : () => this.#retry()
    })
    const message = error instanceof Error ? error.message : String(error)
    this.#tell('model-error', { ...keysOf(this.#wanted), status, message: sentenceOf(error, message) })
    // Without a network it goes on by itself when there is one again.
    if (error instanceof CallError && error.failure === 'network')
      addEventListener('online', () => this.#retry(), { once: true, signal: this.#turn.signal })
  }

  #retry(): void {
    this.#asked = null
    this.#look()
  }
}

function keysOf({ modelId, eventId }: Wanted): EventModelKeys {
  return { modelId: modelId ?? '', eventId: eventId ?? '' }
}

import { createHostFollower, isCovered } from '../../client/ask-host.ts'
import { CallError, errorSentence } from '../../client/call-error.ts'
import { callWhileIdentifying } from '../../client/call-while-identifying.ts'
import { type CallEndpoint, createCall } from '../../client/call.ts'
import { hasHostToken, type HostLogin } from '../../client/first-identity.ts'
import { openSession } from '../../client/open-session.ts'
import { isOpened } from '../../client/session-state.ts'
import type { Session } from '../../client/session.ts'
import { type BackendConfig, type ForeignCode, readBackendConfig } from '../../client/wire-format.ts'
import { type EventModelKeys, loadEventModel } from '../../data/event-model.ts'
import { anySignal } from '../../lib/abort-signal.ts'
import { adoptSheets } from '../../lib/adopt-sheets.ts'
import { warnOfUnusedSettings } from '../../lib/idle.ts'
import { type JsonFile, readJson } from '../../lib/json-file.ts'
import { loadOtherTexts } from '../../texts/other-texts.ts'
import { readTexts, type TextFiles } from '../../texts/read-texts.ts'
import type { FetchToken } from '../../types/elements.ts'
import type { Emit } from '../../types/emit.ts'
import type { Drawing } from './drawing.ts'
import { createLayersView, type LayersView } from './layers-view.ts'
import type { Seat } from './seats.ts'

/** The attributes and properties of `<event-layers>`; null where one is missing. */
export interface LayersAttributes extends HostLogin {
  readonly modelId: string | null
  readonly eventId: string | null
  /** Text id to text, before those of the files. */
  readonly texts: object | null
  /** The ids of the chosen seats, unless the page has set something else. */
  readonly selectedSeats: object | null
}

/** The requests that the tag has started while this code was being loaded. */
export interface LayersFiles {
  readonly config: JsonFile
  readonly foreign: ForeignCode
  readonly texts: TextFiles
  readonly otherTexts: Parameters<typeof loadOtherTexts>[0]
  /** The answer of the host's function; null where it was not asked. */
  readonly token: ReturnType<FetchToken> | null
}

const notLoggedIn = new CallError('refused', { status: 401 })

/** Draws the model that the attributes name, until `signal` ends it. Throws FileError. */
export async function startLayers(
  root: ShadowRoot,
  attributes: LayersAttributes,
  files: LayersFiles,
  emit: Emit,
  signal: AbortSignal
): Promise<LayersController> {
  const given = await readJson(files.config, signal)
  const config = await readBackendConfig(given, files.foreign)
  signal.throwIfAborted()
  // A drawing needs few texts, and is shown without them, too.
  const texts = readTexts(files.texts, signal).then(
    (read) => {
      warnOfUnusedSettings(given, attributes.texts, read)
      return read
    },
    () => ({})
  )
  void loadOtherTexts(files.otherTexts, signal)
  const view = createLayersView(root, texts, config.showTextIDs)
  return new LayersController(config, view, attributes, files.token, emit, signal)
}

export class LayersController {
  readonly #config: BackendConfig
  #session: Session
  #call: CallEndpoint
  #unsubscribe: () => void
  readonly #followHost: ReturnType<typeof createHostFollower>
  readonly #view: LayersView
  readonly #emit: Emit
  readonly #signal: AbortSignal
  #attributes: LayersAttributes
  /** Ends a load that newer attributes or another session have overtaken. */
  #load = new AbortController()
  /** The generation of the session for which the drawing was requested; null if none was. */
  #requestedFor: number | null = null
  #drawing: Drawing | null = null
  #paused = false
  /** The seats after the person's last choice; the generation of that person's session. */
  #chosen: readonly string[] | null = null
  #chosenBy: number | null = null

  constructor(
    config: BackendConfig,
    view: LayersView,
    attributes: LayersAttributes,
    token: LayersFiles['token'],
    emit: Emit,
    signal: AbortSignal
  ) {
    this.#config = config
    this.#view = view
    this.#attributes = attributes
    this.#emit = emit
    this.#signal = signal
    this.#followHost = createHostFollower(signal)
    view.setTexts(attributes.texts)
    ;[this.#session, this.#call, this.#unsubscribe] = this.#open(token)
    signal.addEventListener('abort', () => {
      this.#unsubscribe()
      this.#load.abort()
    })
    this.#update()
  }

  #open(token: LayersFiles['token'] = null): [Session, CallEndpoint, () => void] {
    const login = { ...this.#attributes, unverified: true }
    const { session } = openSession(this.#config, login, this.#signal, null, token)
    const call = createCall(session, this.#signal, () => undefined, this.#config.format)
    return [session, call, session.subscribe(() => this.#update())]
  }

  /**
   * Listens to nothing while the element is out of the page, and keeps its drawing; back in it, follows its present
   * attributes. Returns true.
   */
  follow(isConnected: boolean, attributes: LayersAttributes): true {
    if (isConnected === !this.#paused) return true
    this.#paused = !isConnected
    this.#unsubscribe()
    if (isConnected) {
      adoptSheets(this.#view.root)
      this.#unsubscribe = this.#session.subscribe(() => this.#update())
      this.setAttributes(attributes, true)
      this.#update()
    } else {
      this.#followHost.pause(this.#session)
      this.#load.abort()
      if (!this.#view.isDrawn) this.#requestedFor = null
    }
    return true
  }

  /** Follows the changed attributes and properties; an element that `isBack` asks who is there before it loads. */
  setAttributes(attributes: LayersAttributes, isBack = false): void {
    const isOwn = hasHostToken(attributes)
    if (this.#paused) {
      // The rest waits until the element is back.
      if (!isOwn && hasHostToken(this.#attributes)) this.#session.end({ revoke: false })
      return
    }
    const before = this.#attributes
    this.#attributes = attributes
    const { modelId, eventId, language, texts, selectedSeats } = attributes
    if (texts !== before.texts) this.#view.setTexts(texts)
    if (selectedSeats !== before.selectedSeats) this.#drawing?.seats.select(this.#seats())
    if (isOwn && hasHostToken(before)) this.#followHost.settings(this.#session, attributes, before)
    else if (isOwn || hasHostToken(before)) {
      this.#unsubscribe()
      if (!isOwn) this.#session.end({ revoke: false })
      ;[this.#session, this.#call, this.#unsubscribe] = this.#open()
      this.#view.clear()
      this.#forgetChoice()
      this.#retry()
    }
    this.#session.language = language
    if (isBack) this.#followHost.check(this.#session)
    if (modelId !== before.modelId || eventId !== before.eventId) this.#retry()
  }

  get session(): Session {
    return this.#session
  }

  /** Loads, clears or keeps the drawing, depending on attributes and session. */
  #update(): void {
    const { identifying } = this.#session
    const { state, generation } = this.#session.snapshot()
    this.#view.hide(isCovered(this.#session))
    if (state === 'out' || this.#chosenBy !== generation) this.#forgetChoice()
    if (!this.#attributes.modelId) {
      this.#cancelLoad()
      this.#view.clear()
      this.#emit('ready')
    } else if (state === 'out') {
      this.#cancelLoad()
      this.#fail(notLoggedIn)
    } else {
      // The present drawing was loaded for the person before.
      if (this.#requestedFor !== null && this.#requestedFor !== generation) {
        this.#cancelLoad()
        this.#view.clear()
      }
      const call =
        state !== 'starting' ? this.#call : identifying === undefined ? null : this.#callWhileIdentifying(identifying)
      if (call && this.#requestedFor === null) void this.#loadModel(generation, call)
      // The call waits for a login over the expired session; a page with nothing but a drawing has no login, and the
      // element has to say so.
      if (state === 'expired' && this.#view.waiting) this.#fail(notLoggedIn)
    }
  }

  /** Gives up the load under way; returns the signal for the next one. */
  #cancelLoad(): AbortSignal {
    this.#load.abort()
    this.#load = new AbortController()
    this.#requestedFor = null
    return anySignal([this.#load.signal, this.#signal])
  }

  /** Makes calls while it is asked who is logged in. */
  #callWhileIdentifying(token: string | null): CallEndpoint {
    const [call, config, session, signal] = [this.#call, this.#config, this.#session, this.#signal]
    return callWhileIdentifying({ call, config, session, signal, token, isKnown: isOpened, mayShow: () => true })
  }

  async #loadModel(generation: number, call: CallEndpoint): Promise<void> {
    const signal = this.#cancelLoad()
    this.#requestedFor = generation
    const keys = keysOf(this.#attributes)
    this.#view.wait()
    try {
      const code = import('./drawing.ts')
      code.catch(() => undefined)
      const model = await loadEventModel(call, keys, signal)
      const { createDrawing } = await code
      const name = (await this.#view.text('eventModel.name')) || keys.modelId
      const taken = await this.#view.text('eventModel.taken')
      if (signal.aborted) return
      this.#drawing = createDrawing(model, name, taken, (seat) => this.#choose(seat))
      this.#view.show(this.#drawing.frame)
      const [seats, free] = [this.#seats(), this.#freeSeats()]
      if (free.length < seats.length) this.#setSeats(free)
      else this.#drawing.seats.select(seats)
      this.#emit('ready')
      this.#emit('model-load', { ...keys })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** Chooses a seat, or releases a chosen one, unless the page objects. */
  #choose({ id, label }: Seat): void {
    const selected = !this.#seats().includes(id)
    const event = { bubbles: true, composed: true, cancelable: true, detail: { id, label, selected } }
    if (!this.#view.element.dispatchEvent(new CustomEvent('seat-select', event))) return
    // The page may have set other seats meanwhile.
    const others = this.#freeSeats().filter((other) => other !== id)
    this.#chosen = selected ? [...others, id] : others
    this.#chosenBy = this.#session.snapshot().generation
    this.#setSeats(this.#chosen)
  }

  /** Forgets the seats that a person has chosen, for the next person; seats that the page has set stay. */
  #forgetChoice(): void {
    if (this.#chosen && this.#chosen === this.#attributes.selectedSeats) this.#setSeats(null)
    this.#chosen = null
  }

  #seats(): readonly string[] {
    const { selectedSeats } = this.#attributes
    return Array.isArray(selectedSeats) ? selectedSeats : []
  }

  /**
   * Returns the chosen seats except those that somebody else has taken. Unknown seats stay: another drawing may have
   * them.
   */
  #freeSeats(): readonly string[] {
    return this.#seats().filter((id) => !this.#drawing?.seats.isTaken(id))
  }

  /** Sets the property as the page could, which draws the seats. */
  #setSeats(selectedSeats: object | null): void {
    Object.assign(this.#view.element, { selectedSeats })
  }

  #fail(error: unknown): void {
    const status = error instanceof CallError ? error.status : 0
    const failure = error instanceof CallError ? 'eventModel.failed' : 'eventModel.unreadable'
    const login = this.#session.host.unknownHere ? 'login.unknown' : 'eventModel.login'
    this.#view.fail({
      sentence: status === 401 ? login : failure,
      reason: errorSentence(error, ''),
      retry: status === 401 ? null : () => this.#retry()
    })
    const message = error instanceof Error ? error.message : String(error)
    this.#emit('ready')
    this.#emit('model-error', { ...keysOf(this.#attributes), status, message: errorSentence(error, message) })
    // Without a network the element tries again once the browser is online.
    if (error instanceof CallError && error.failure === 'network')
      addEventListener('online', () => this.#retry(), { once: true, signal: this.#load.signal })
  }

  #retry(): void {
    this.#requestedFor = null
    this.#update()
  }
}

function keysOf({ modelId, eventId }: LayersAttributes): EventModelKeys {
  return { modelId: modelId ?? '', eventId: eventId ?? '' }
}

import type { Language } from '@customer-center/contract/runtime-config'
import { fetchConfig, fetchForeignCode, fetchTexts } from '../shell/first-paint/boot-requests.ts'
import type { FetchToken } from '../types/elements.ts'
import { askForToken, loadError } from './app-element.ts'
import { BaseElement, type Behaviour, type ElementHost } from './base-element.ts'
import { showBootFailure, showHostContent } from './boot-failure.ts'
import type { LayersAttributes, LayersController } from './event-model/layers-controller.ts'

/**
 * The drawing of a room or seat plan, from a model of the server.
 *
 * @attr {string} session-token - A token from the host; without it the login of the page's other elements counts.
 * @attr {'de-at' | 'de-de' | 'de-ch'} language - `de-at`, `de-de` or `de-ch`.
 * @attr {number | string} model-id - The model to draw; without it nothing is drawn.
 * @attr {number | string} event-id - The event whose own drawing of the model is wanted.
 * @attr {string} config-url - Where the runtime configuration is; `assets/config.prod.json` beside the page. The texts are beside it.
 * @prop {ConfigOverrides | null} config - Keys that override the configuration's.
 * @prop {Readonly<Record<string, string>> | null} texts - Text id to plain text, before the texts of the files.
 * @prop {FetchToken | null} fetchToken - Gives a token: at the start, before
 *   its end (`expiresIn`, in seconds) and when the server refuses it.
 * @prop {readonly string[] | null} selectedSeats - The ids of the chosen seats.
 * @fires {CustomEvent<null>} ready - The first drawing or message is shown.
 * @fires {CustomEvent<LoadErrorDetail>} load-error - Something could not be loaded; `detail` has `stage` (`config` or `code`), `message` and `reference` (`CC-…`).
 * @fires {CustomEvent<ModelDetail>} model-load - The drawing is there; `detail` has `modelId` and `eventId`.
 * @fires {CustomEvent<ModelErrorDetail>} model-error - There is none; `detail` has also `status` and `message`.
 * @fires {CustomEvent<SeatSelectDetail>} seat-select - A seat is being chosen, or given up (`detail.selected`); cancelable. `detail` has also `id` and `label`.
 * @csspart plan - The drawing.
 * @csspart button - Every button.
 * @csspart button-quiet - A button beside others.
 * @csspart notice - Every message on a screen.
 * @csspart notice-info - A message.
 * @csspart notice-danger - A failure.
 * @tagname event-layers
 */
class EventLayers extends BaseElement {
  static readonly observedAttributes = ['session-token', 'language', 'model-id', 'event-id', 'config-url']

  constructor() {
    super(layersBehaviour)
  }
}

function layersBehaviour(host: ElementHost): Behaviour {
  const { element, text } = host
  let layers: LayersController | null = null
  const attributes = (): LayersAttributes => ({
    sessionToken: text('session-token') || null,
    fetchToken: host.object<FetchToken>('fetchToken'),
    language: text('language'),
    modelId: text('model-id'),
    eventId: text('event-id'),
    texts: host.object('texts'),
    selectedSeats: host.object('selectedSeats')
  })

  async function load(signal: AbortSignal): Promise<void> {
    layers = null
    signal.addEventListener('abort', () => (layers = null))
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    showHostContent(root)
    const config = fetchConfig(text('config-url'), host.object('config'), signal)
    try {
      const code = import('./event-model/layers-controller.ts')
      const fetchOwnTexts = (language: Language) => fetchTexts(config, new URL('.', config.url), language, signal)
      const texts = fetchOwnTexts('at')
      const token = askForToken(host)
      const files = { config, foreign: fetchForeignCode(config), texts, otherTexts: fetchOwnTexts, token }
      const given = attributes()
      const { startLayers } = await code
      const started = await startLayers(root, given, files, host.emit, signal)
      if (signal.aborted) return
      layers = started
      // The page may have set other values since the load read these.
      layers.setAttributes(attributes())
    } catch (error) {
      if (signal.aborted) return
      const failure = loadError(error, config.url)
      const { message } = failure
      showBootFailure(root, message, host.restart, 'Der Plan konnte nicht geladen werden.')
      host.emit('load-error', failure)
      host.emit('model-error', { modelId: text('model-id') ?? '', eventId: text('event-id') ?? '', status: 0, message })
    }
  }

  return {
    start: (signal) => void load(signal),
    changed(name) {
      if (name.startsWith('config')) host.restart()
      else layers?.setAttributes(attributes())
    },
    follow: (isConnected) => layers?.follow(isConnected, attributes()),
    session: () => Promise.resolve(layers?.session)
  }
}

BaseElement.define('event-layers', EventLayers, 'selectedSeats')

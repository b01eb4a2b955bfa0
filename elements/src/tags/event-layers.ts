import type { LayersAttributes, LayersController } from '../event-model/layers-controller.ts'
import { fetchJson, fetchTexts } from '../first-paint/boot-requests.ts'
import { BaseElement } from './base-element.ts'
import { showBootFailure } from './boot-failure.ts'

/**
 * The drawing of a room or seat plan, from a model of the server.
 *
 * @attr session-token - A token from the host; without it the login of the page's other elements counts.
 * @attr language - `de-at`, `de-de` or `de-ch`.
 * @attr model-id - The model to draw; without it nothing is drawn.
 * @attr event-id - The event whose own drawing of the model is wanted.
 * @attr config-url - Where the runtime configuration is; `assets/config.prod.json` beside the page. The texts are beside it.
 * @fires model-load - The drawing is there; `detail` has `modelId` and `eventId`.
 * @fires model-error - There is none; `detail` has also `status` and `message`.
 */
class EventLayers extends BaseElement {
  static readonly observedAttributes = ['session-token', 'language', 'model-id', 'event-id', 'config-url']
  #layers: LayersController | null = null

  protected override start(signal: AbortSignal): void {
    void this.#load(signal)
  }

  protected override attributeChanged(attribute: string): void {
    if (attribute === 'session-token' || attribute === 'config-url' || !this.#layers) this.restart()
    else this.#layers.setAttributes(this.#attributes())
  }

  async #load(signal: AbortSignal): Promise<void> {
    this.#layers = null
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const emit = (type: string, detail: object) =>
      this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }))
    try {
      const code = import('../event-model/layers-controller.ts')
      const config = fetchJson(new URL(this.value('config-url') || 'assets/config.prod.json', document.baseURI), signal)
      const files = { config, texts: fetchTexts(new URL('.', config.url), 'at', signal) }
      const { startLayers } = await code
      const layers = await startLayers(root, this.#attributes(), files, emit, signal)
      if (!signal.aborted) this.#layers = layers
    } catch (error) {
      if (signal.aborted) return
      showBootFailure(root, error, () => this.restart(), 'Der Plan konnte nicht geladen werden.')
      emit('model-error', {
        modelId: this.value('model-id'),
        eventId: this.value('event-id'),
        status: 0,
        message: String(error)
      })
    }
  }

  #attributes(): LayersAttributes {
    return {
      sessionToken: this.value('session-token'),
      language: this.value('language'),
      modelId: this.value('model-id'),
      eventId: this.value('event-id')
    }
  }
}

BaseElement.define('event-layers', EventLayers)

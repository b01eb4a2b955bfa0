import type { HTMLAttributes } from 'svelte/elements'
import type {
  Attributes,
  CustomerCenterElement,
  CustomerCenterEventMap,
  CustomerCenterProperties,
  CustomerContactElement,
  CustomerContactEventMap,
  CustomerContactProperties,
  EventLayersElement,
  EventLayersEventMap,
  EventLayersProperties
} from '../types/elements.ts'

export type * from '../types/elements.ts'

type Listeners<Element, Events> = {
  [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name] & { currentTarget: Element }) => void) | null
}

/** A tag in a template. Svelte sets a property where the element has one of the name. */
type Tag<Element extends EventTarget, Properties, Events> = Omit<HTMLAttributes<Element>, keyof Properties> &
  Attributes<Properties> & { [Name in keyof Properties]?: Properties[Name] | undefined } & Listeners<Element, Events>

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'customer-center': Tag<CustomerCenterElement, CustomerCenterProperties, CustomerCenterEventMap>
    'customer-contact': Tag<
      CustomerContactElement,
      CustomerContactProperties & { id: number | string },
      CustomerContactEventMap
    >
    'event-layers': Tag<EventLayersElement, EventLayersProperties, EventLayersEventMap>
  }
}

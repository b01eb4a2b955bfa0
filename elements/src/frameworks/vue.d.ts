import type { HTMLAttributes } from 'vue'
import type {
  Attributes,
  CustomerCenterElement,
  CustomerCenterEventMap,
  CustomerCenterProperties,
  CustomerContactElement,
  CustomerContactEventMap,
  CustomerContactProperties,
  EventHandlers,
  EventLayersElement,
  EventLayersEventMap,
  EventLayersProperties
} from '../types/elements.ts'

export type * from '../types/elements.ts'

type Optional<Properties> = { [Name in keyof Properties]?: Properties[Name] | undefined }

/** A tag in a template: attributes, properties with the modifier `.prop`, and events. */
type Tag<Element, Properties, Events> = new () => Element & {
  $props: Omit<HTMLAttributes, keyof Properties> & Attributes<Properties> & Optional<Properties> & EventHandlers<Events>
  $el: Element
}

declare module 'vue' {
  interface GlobalComponents {
    'customer-center': Tag<CustomerCenterElement, CustomerCenterProperties, CustomerCenterEventMap>
    'customer-contact': Tag<
      CustomerContactElement,
      CustomerContactProperties & { id: number | string },
      CustomerContactEventMap
    >
    'event-layers': Tag<EventLayersElement, EventLayersProperties, EventLayersEventMap>
  }
}

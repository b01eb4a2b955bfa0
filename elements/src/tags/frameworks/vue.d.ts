import type { NativeElements } from 'vue'
import type { Attributes, ElementTypes, EventHandlers, Optional, Types } from '../../types/elements.ts'

export * from '../../types/elements.ts'

/** A tag in a template: attributes, properties with the modifier `.prop`, and events. */
type Tag<Of extends Types> = new () => Of['element'] & {
  $props: Omit<NativeElements['div'], keyof Of['properties']> &
    Attributes<Of['properties']> &
    Optional<Of['properties']> &
    EventHandlers<Of['events']>
  $el: Of['element']
}

type Tags = { [Name in keyof ElementTypes]: Tag<ElementTypes[Name]> }

declare module 'vue' {
  interface GlobalComponents extends Tags {}
}

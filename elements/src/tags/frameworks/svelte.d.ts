import type { HTMLAttributes } from 'svelte/elements'
import type { Attributes, ElementTypes, Optional, Types } from '../../types/elements.ts'

export * from '../../types/elements.ts'

type Listeners<Element, Events> = {
  [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name] & { currentTarget: Element }) => void) | null
}

/** A tag in a template. Svelte sets a property where the element has one of the name. */
type Tag<Of extends Types<EventTarget>> = Omit<HTMLAttributes<Of['element']>, keyof Of['properties']> &
  Attributes<Of['properties']> &
  Optional<Of['properties']> &
  Listeners<Of['element'], Of['events']>

type Tags = { [Name in keyof ElementTypes]: Tag<ElementTypes[Name]> }

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Tags {}
}

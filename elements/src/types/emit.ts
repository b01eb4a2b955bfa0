import type { CustomerCenterEventMap, CustomerContactEventMap, EventLayersEventMap } from './elements.ts'

type EventMap = CustomerCenterEventMap & CustomerContactEventMap & EventLayersEventMap

export type Emit = <Name extends keyof EventMap>(
  type: Name,
  ...detail: EventMap[Name]['detail'] extends null ? [] : [detail: EventMap[Name]['detail']]
) => void

/** Resources that `data-saved` names. */
export type SavedResource = CustomerCenterEventMap['data-saved']['detail']['resource']

import { createContext, type ReactNode, type RefCallback, useContext, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Text } from '../../texts/texts.ts'

/** Texts of each unit: for one row, for all rows, and for a part of a list. */
const units = {
  contacts: ['contacts.one', 'contacts.count', 'contacts.countOf'],
  events: ['events.one', 'events.count', 'events.countOf'],
  invoiceAddress: ['invoiceAddress.one', 'invoiceAddress.count', 'invoiceAddress.countOf'],
  invoices: ['invoices.one', 'invoices.count', 'invoices.countOf'],
  orders: ['orders.one', 'orders.count', 'orders.countOf'],
  webinars: ['webinars.one', 'webinars.count', 'webinars.countOf']
} as const

/** Returns the number of rows with their unit; for a list that is searched or filtered, also the number of all rows. */
export function countText(text: Text, unit: keyof typeof units, found: number, all: number): string {
  const [one, whole, part] = units[unit]
  if (found !== all) return text(part, { count: found, total: all })
  return all === 1 ? text(one) : text(whole, { count: found })
}

// The count and its setter are two contexts: a list that sets the count is not rendered again by it.
const CountContext = createContext('')
const TellContext = createContext<(count: string) => void>(() => {})
const PlaceContext = createContext<HTMLElement | null>(null)
const SetPlaceContext = createContext<RefCallback<HTMLElement>>(() => {})

/**
 * Lets the list of a screen tell the screen's heading how many rows it shows, and put its controls beside the heading.
 */
export function ListCountProvider({ children }: { children: ReactNode }) {
  const [count, tell] = useState('')
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <TellContext value={tell}>
      <SetPlaceContext value={setPlace}>
        <CountContext value={count}>
          <PlaceContext value={place}>{children}</PlaceContext>
        </CountContext>
      </SetPlaceContext>
    </TellContext>
  )
}

/** Returns the ref of the element beside the screen's heading that takes the controls of the list. */
export const useListActionsRef = (): RefCallback<HTMLElement> => useContext(SetPlaceContext)

/** Renders controls of a list beside the screen's heading. */
export function ListActions({ children }: { children: ReactNode }) {
  const place = useContext(PlaceContext)
  return place && createPortal(children, place)
}

/** Returns the count that the screen's list has set; empty without a list. */
export const useListCount = (): string => useContext(CountContext)

/** Shows a count beside the screen's heading as long as the list is there, and returns it. */
export function useSetListCount(count: string): string {
  const tell = useContext(TellContext)
  useLayoutEffect(() => {
    tell(count)
    return () => tell('')
  }, [tell, count])
  return count
}

import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { numberFormat } from '../texts/number-format.ts'
import type { Text } from '../texts/texts.ts'

/**
 * Returns how many there are with their unit; of a list that is searched or filtered, how many of all.
 *
 * @param unit begins the ids of the texts that name the unit
 */
export function countText(
  text: Text,
  unit: 'contacts' | 'events' | 'invoiceAddress' | 'invoices' | 'orders',
  found: number,
  all: number
): string {
  const [count, total] = [numberFormat.format(found), numberFormat.format(all)]
  if (found !== all) return text(`${unit}.countOf`, { count, total })
  return all === 1 ? text(`${unit}.one`) : text(`${unit}.count`, { count })
}

// Two contexts: a list that tells its count does not hear of it.
const CountContext = createContext('')
const TellContext = createContext<(count: string) => void>(() => {})

/** Lets the list of a screen tell the screen's heading how many rows it shows. */
export function WithListCount({ children }: { children: ReactNode }) {
  const [count, tell] = useState('')
  return (
    <TellContext value={tell}>
      <CountContext value={count}>{children}</CountContext>
    </TellContext>
  )
}

/** Returns the count that the screen's list tells; empty without a list. */
export const useListCount = (): string => useContext(CountContext)

/** Shows a count beside the screen's heading as long as the list is there. */
export function useTellCount(count: string): void {
  const tell = useContext(TellContext)
  useLayoutEffect(() => {
    tell(count)
    return () => tell('')
  }, [tell, count])
}

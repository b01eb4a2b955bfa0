import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { AppContext } from '../context/app-context.ts'
import type { LoadedBeside } from './first-paint/boot-state.ts'
import type { ScreenRoute } from './routing/routes.ts'

export type ScreenLoader = () => Promise<{
  default: ComponentType
  readAhead?: (app: AppContext, queries: QueryClient) => Promise<unknown>
}>

/** The chunk of each screen. Not part of the first view, which only links to the screens. */
export const screenChunks: Record<ScreenRoute, ScreenLoader> = {
  'mydata/companydata': () => import('../screens/customer/customer.tsx'),
  'mydata/invoiceaddress': () => import('../screens/invoice-address/invoice-address.tsx'),
  'mydata/userprofile': () => import('../screens/profile/profile.tsx'),
  'mydata/contacts': () => import('../screens/contacts/contacts.tsx'),
  scripts: () => import('../screens/scripts/scripts.tsx'),
  webinars: () => import('../screens/webinars/webinars.tsx'),
  orders: () => import('../screens/orders/orders.tsx'),
  invoices: () => import('../screens/invoices/invoices.tsx'),
  'confirmations/participation': () => import('../screens/participation/participation.tsx'),
  'confirmations/education': () => import('../screens/hour-record/hour-record.tsx'),
  'confirmations/evaluation': () => import('../screens/evaluation/evaluation.tsx')
}

/**
 * Lists that a single call without a query reads. The paths are repeated here, because the contract's are in the
 * chunks; if a request fails here, the screen repeats it.
 */
export const listPaths: Partial<Record<string, string>> = {
  scripts: 'eventmanager/documentsbysubscriber',
  orders: 'eventmanager/ordersbysubscriber',
  invoices: 'eventmanager/invoicebysubscriber'
}

/**
 * Loads the code of the screen that the address names, beside that of the app: after it, a link to a list would wait
 * for three more round trips, and its rows for one.
 *
 * @returns the request for the list; null for a screen without one
 */
export function preloadFirstScreen(prefetch: (path: string) => LoadedBeside['list']): LoadedBeside['list'] {
  const [path = ''] = location.hash.split(/[?&]/, 1)
  const [route, load] = Object.entries(screenChunks).find(([name]) => path.endsWith(`/${name}`)) ?? []
  const list = listPaths[route ?? '']
  // The chunks that all screens and all lists need are loaded beside the screen's own chunk, which would request them a
  // round trip later. A failure does not matter: the screen loads all of them again.
  Promise.all([load?.(), load && import('./query-provider.tsx'), list && import('../parts/lists/long-list.tsx')]).catch(
    () => undefined
  )
  const requested = list ? prefetch(list) : null
  // The first question for a locale's dates takes Chromium 10 ms, a slow processor 45: now it waits for answers anyway.
  if (load) Intl.DateTimeFormat.supportedLocalesOf('de')
  return requested
}

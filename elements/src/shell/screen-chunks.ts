import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PrefetchedResponse } from '../client/request.ts'
import type { AppContext } from '../context/app-context.ts'
import type { JsonFile } from '../lib/json-file.ts'
import type { ScreenRoute } from '../routing/routes.ts'

export type LoadScreen = () => Promise<{
  default: ComponentType
  /** Reads the screen's list before it is shown. */
  readAhead?: (app: AppContext, queries: QueryClient) => Promise<unknown>
}>

/** Draws a screen before React, with the answer to its list's call if that has been made. */
type PaintScreen<Given extends unknown[]> = (list: PrefetchedResponse | null, ...given: Given) => Promise<void>

/** The chunk of each screen. Not part of the first view, which only links to the screens. */
export const screenChunks: Record<ScreenRoute, LoadScreen> = {
  'mydata/companydata': () => import('../screens/customer/customer.tsx'),
  'mydata/invoiceaddress': () => import('../screens/invoice-address/invoice-address.tsx'),
  'mydata/userprofile': () => import('../screens/profile/profile.tsx'),
  'mydata/contacts': () => import('../screens/contacts/contacts.tsx'),
  scripts: () => import('../screens/scripts/scripts.tsx'),
  webinars: () => import('../screens/webinars/webinars.tsx'),
  orders: () => import('../screens/orders/orders.tsx'),
  invoices: () => import('../screens/invoices/invoices.tsx'),
  'confirmations/participation': () => import('../screens/participation/participation.tsx'),
  'confirmations/education': () => import('../screens/education/education.tsx'),
  'confirmations/evaluation': () => import('../screens/evaluation/evaluation.tsx')
}

/**
 * Lists of one call without a query. The paths are repeated, because the contract's are in the chunks; a wrong one is asked
 * again there.
 */
const lists: Partial<Record<ScreenRoute, string>> = {
  scripts: 'eventmanager/documentsbysubscriber',
  orders: 'eventmanager/ordersbysubscriber',
  invoices: 'eventmanager/invoicebysubscriber'
}

/**
 * Loads the code of the screen that the address names, beside that of the app, and asks for its list: behind it, a link
 * to a list would wait for four round trips more.
 */
export async function preload<Given extends unknown[]>(
  { json }: JsonFile,
  ask: (path: string) => Promise<PrefetchedResponse | null>,
  app: Promise<{ paintScreen: PaintScreen<Given> }>
): Promise<(...given: Given) => Promise<void>> {
  const [path = ''] = location.hash.split('?', 1)
  const route = Object.keys(screenChunks).find((one) => path.endsWith(`/${one}`)) as ScreenRoute | undefined
  if (!route) return async () => undefined
  const list = lists[route]
  const isOffered = ({ allowedRoutes }: Partial<RuntimeConfig>) => allowedRoutes?.includes(route) ?? true
  const [asked, code] = await Promise.all([
    list ? json.then((config) => (isOffered(config as object) ? ask(list) : null)) : null,
    app,
    screenChunks[route](),
    import('./query-provider.tsx'),
    // The chunks that the screen's own imports, which are known only when that has come.
    list && Promise.all([import('../parts/long-list.tsx'), import('../forms/query-state.tsx')])
  ])
  return (...given) => code.paintScreen(asked, ...given)
}

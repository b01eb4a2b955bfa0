import type { RouteName } from '@customer-center/contract/routes'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { AppContext } from '../context/app-context.ts'
import type { RouteSection } from './routes.ts'

export type LoadScreen = () => Promise<{
  default: ComponentType
  /** Reads the screen's list before it is shown. */
  readAhead?: (app: AppContext, queries: QueryClient) => Promise<unknown>
}>

/** The routes that show a screen, and no overview. */
export type ScreenRoute = Exclude<RouteName, RouteSection>

/** Every screen's code, loaded when somebody goes there. Not part of the first paint, which only links to the screens. */
export const screens: Record<ScreenRoute, LoadScreen> = {
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

import type { ReactNode } from 'react'
import { Navigation } from './navigation'

export const metadata = { title: 'Shop', icons: 'data:,' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="de">
      <body>
        <Navigation />
        {children}
      </body>
    </html>
  )
}

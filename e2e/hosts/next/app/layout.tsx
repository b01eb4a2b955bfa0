import type { ReactNode } from 'react'
import { Navigation } from './navigation'

export const metadata = { title: 'Shop' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="de">
      <head>
        {/* Among the metadata, Next would take it out for a moment with each page, and the browser ask for /favicon.ico. */}
        <link rel="icon" href="data:," />
      </head>
      <body>
        <Navigation />
        {children}
      </body>
    </html>
  )
}

'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'

export function Navigation() {
  const router = useRouter()
  return (
    <nav>
      <button onClick={() => router.push('/')}>Konto</button>
      <button onClick={() => router.push('/warenkorb')}>Warenkorb</button>
      <Link href="/#/invoices">Rechnungen im Konto</Link>
      <Link href="/#/mydata/contacts">Teilnehmer im Konto</Link>
    </nav>
  )
}

'use client'

import { useRouter } from 'next/navigation'

export function Navigation() {
  const router = useRouter()
  return (
    <nav>
      <button onClick={() => router.push('/')}>Konto</button>
      <button onClick={() => router.push('/warenkorb')}>Warenkorb</button>
    </nav>
  )
}
